/// Who this machine is to its server.
///
/// Kept in a file that only its owner reads, outside of the directory that extensions share.
package struct Credentials: Hashable, Codable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case server
    case device = "device_id"
    case child = "child_id"
    case token
    case authority = "authority_file"
  }

  /// The server; nothing moves it to another one.
  package let server: ServerOrigin
  /// The machine's id there.
  package let device: String
  /// The child's id there.
  package let child: String
  /// What it shows to be let in; in no log and no description.
  let token: String

  /// By which certificates the server is known; `nil` for those that the system trusts.
  package let authority: AuthorityFile?

  /// Makes credentials.
  package init(
    server: ServerOrigin, device: String, child: String, token: String,
    authority: AuthorityFile? = nil
  ) {
    self.server = server
    self.device = device
    self.child = child
    self.token = token
    self.authority = authority
  }
}

extension Credentials: CustomStringConvertible {
  /// Everything but the token.
  package var description: String { "\(device) at \(server)" }
}
