/// What was removed, by id and name.
package struct Removed: Codable, Sendable, Hashable {
  /// The id it had.
  package let id: String
  /// The name it had.
  package let name: String
  /// The rules that used it and now have no list.
  package let detached: [String]

  /// Makes the answer.
  package init(id: String, name: String, detached: [String] = []) {
    self.id = id
    self.name = name
    self.detached = detached
  }
}
