package import CivilTime

/// What the day's ledger and the open sessions say about a rule: facts, from which its state follows.
package struct RuleUsage: Hashable, Sendable {
  /// Whole minutes of use today.
  package var minutes: Int
  /// Opens spent today.
  package var opens: Int
  /// When the open session that lives now ends; `nil` when none does.
  package var sessionUntil: Instant?
  /// Until when the rule blocks because it was found blocking in hard mode, whatever the zone is by now;
  /// `nil` when nothing is remembered that holds now.
  package var lockedUntil: Instant?

  /// Nothing used, nothing open.
  package static let none = RuleUsage()

  /// Makes facts.
  package init(
    minutes: Int = 0, opens: Int = 0, sessionUntil: Instant? = nil, lockedUntil: Instant? = nil
  ) {
    self.minutes = minutes
    self.opens = opens
    self.sessionUntil = sessionUntil
    self.lockedUntil = lockedUntil
  }
}
