package import CivilTime

/// What a rule does now, and what of its budget is used; a part of a rule's report.
package struct RuleActivityReport: Codable, Sendable, Hashable {
  /// Whether it blocks: whether Currently Blocking lists it.
  package var blocks = false
  /// Whether it shields without blocking: an open limit with opens left.
  package var gated = false
  /// Minutes used today, for a time limit.
  package var usedMinutes: Int?
  /// Opens spent today, for an open limit.
  package var usedOpens: Int?
  /// In the words of the screen, for limits: `18m of 45m used today`.
  package var usage: String?
  /// In the words of the screen, for limits: `27m left`.
  package var remaining: String?
  /// When the granted open that lives now ends.
  package var sessionUntil: Instant?

  /// Tells of a rule that does nothing, or of which nobody knows.
  package init() {}
}
