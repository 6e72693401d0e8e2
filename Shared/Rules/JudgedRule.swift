package import CivilTime

/// A rule with the facts of today and the state that follows from both.
///
/// While the wall clock is suspect it is judged at both moments, and the stricter state is its state.
package struct JudgedRule: Hashable, Sendable, Identifiable {
  /// The rule.
  package let rule: RuleSnapshot
  /// The facts.
  package let usage: RuleUsage
  /// What the rule does.
  package let state: RuleState

  /// Judges a rule at a moment.
  package init(_ rule: RuleSnapshot, usage: RuleUsage, at moment: Moment) {
    self.init(rule, usage: usage, on: LocalDay(moment))
  }

  /// Judges a rule at the trusted moment and the suspect one, with the facts that each knows.
  package init(
    _ rule: RuleSnapshot, usage: RuleUsage, suspectUsage: RuleUsage?, at moments: Moments
  ) {
    self.rule = rule
    self.usage = usage
    let trusted = RuleState.of(rule, usage: usage, on: moments.day)
    guard let suspect = moments.suspect, var known = suspectUsage else {
      state = trusted
      return
    }
    // Fifteen minutes are fifteen minutes whatever the wall clock says (decision O5).
    known.sessionUntil = usage.sessionUntil.map { $0 + moments.shift }
    known.lockedUntil = nil
    state = RuleState.stricter(
      trusted, RuleState.of(rule, usage: known, on: suspect).moved(by: .zero - moments.shift))
  }

  /// Judges a rule, for somebody who judges many at one moment.
  package init(_ rule: RuleSnapshot, usage: RuleUsage, on day: LocalDay) {
    self.rule = rule
    self.usage = usage
    state = RuleState.of(rule, usage: usage, on: day)
  }

  /// The rule's id.
  package var id: RuleID { rule.id }
}
