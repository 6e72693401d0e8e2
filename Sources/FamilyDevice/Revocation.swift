/// That the server lets a machine in no more, as it said last.
package struct Revocation: Hashable, Codable, Sendable {
  /// The machine's id there; another pairing's revocation says nothing of this one.
  package let device: String

  /// Takes note of one.
  package init(device: String) {
    self.device = device
  }
}
