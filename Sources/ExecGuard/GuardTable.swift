/// What the guard answers from: never changed, only replaced whole.
package struct GuardTable: Sendable {
  /// The table's number; denials name it, so that the service knows which entries are meant.
  package let generation: UInt32
  /// Whose starts are denied.
  package let users: UserRanges
  /// The files, in the service's order.
  package let entries: [GuardEntry]

  private let positions: [FileIdentity: UInt32]

  /// What becomes of a start.
  package enum Verdict: Hashable, Sendable {
    /// The file is none of ours: its mark is a leftover.
    case unknown
    /// The file is shielded, but not for this user.
    case allow
    /// Denied: the entry's position, and the user, `nil` when the kernel wouldn't say.
    case deny(entry: UInt32, user: UInt32?)
  }

  /// Makes a table.
  package init(generation: UInt32, users: UserRanges, entries: [GuardEntry]) {
    self.generation = generation
    self.users = users
    self.entries = entries
    positions = Dictionary(
      zip(entries.map(\.file), 0...), uniquingKeysWith: { first, _ in first })
  }

  /// A table that denies nothing.
  package static let empty = GuardTable(generation: 0, users: UserRanges([]), entries: [])

  /// Decides on a start of `file`.
  ///
  /// `realUser` is asked only where it matters; a requester whose user can't be read is denied,
  /// because the shield would otherwise have a hole that can be aimed for.
  package func verdict(on file: FileIdentity, realUser: () -> UInt32?) -> Verdict {
    guard let entry = positions[file] else { return .unknown }
    guard let user = realUser() else { return .deny(entry: entry, user: nil) }
    return users.contains(user) ? .deny(entry: entry, user: user) : .allow
  }

  /// Whether the table has `file`.
  package func contains(_ file: FileIdentity) -> Bool { positions[file] != nil }
}
