import Bus
package import CivilTime

/// What whoever was woken says of the time that comes: until when it alone changes nothing for him.
///
/// A virtual clock leaves out the ticks before that, as long as nothing else happens; a real one, beside
/// which anything may happen unseen, leaves out none.
package struct Quiet: Codable, Sendable, Hashable {
  /// The first instant at which something may be due; absent where that can't be told.
  package let quietUntil: Instant?

  /// The fields of the answer.
  static let fields: [Field] = [
    .optional(
      "quietUntil", .form(.instant),
      "The first instant at which something may be due; absent where that can't be told.")
  ]

  /// Makes the answer.
  package init(until quietUntil: Instant? = nil) {
    self.quietUntil = quietUntil
  }
}
