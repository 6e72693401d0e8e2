package import CivilTime

/// A rule with the facts of today and the state that follows from both.
///
/// While the wall clock is suspect it is judged at both moments, and the stricter state is its state.
package struct JudgedRule: Hashable, Sendable, Identifiable {
  /// The facts that hold while the wall clock is suspect.
  package struct Doubt: Hashable, Sendable {
    /// What counts at the trusted moment: what was used since the clocks last named the same day.
    package let usage: RuleUsage
    /// What counts at the wall clock's.
    package let wallUsage: RuleUsage

    /// Joins the two.
    package init(usage: RuleUsage, wallUsage: RuleUsage) {
      self.usage = usage
      self.wallUsage = wallUsage
    }
  }

  /// The rule.
  package let rule: RuleSnapshot
  /// The facts.
  package let usage: RuleUsage
  /// What the rule does.
  package let state: RuleState
  /// What it would do by the trusted time alone; what it does, while the wall clock isn't suspect.
  package let trustedState: RuleState

  /// Judges a rule at a moment.
  package init(_ rule: RuleSnapshot, usage: RuleUsage, at moment: Moment) {
    self.init(rule, usage: usage, on: LocalDay(moment))
  }

  /// Judges a rule at the trusted moment and the suspect one, with the facts that each knows.
  package init(_ rule: RuleSnapshot, usage: RuleUsage, doubt: Doubt?, at moments: Moments) {
    self.rule = rule
    trustedState = RuleState.of(rule, usage: usage, on: moments.day)
    guard let suspect = moments.suspect, let doubt else {
      self.usage = usage
      state = trustedState
      return
    }
    self.usage = doubt.usage
    let held = RuleState.of(rule, usage: doubt.usage, on: moments.day)
    var known = doubt.wallUsage
    // Fifteen minutes are fifteen minutes whatever the wall clock says (decision O5).
    known.sessionUntil = usage.sessionUntil.map { $0 + moments.shift }
    known.lockedUntil = nil
    state = RuleState.stricter(
      held, RuleState.of(rule, usage: known, on: suspect).moved(by: .zero - moments.shift))
  }

  /// Judges a rule, for somebody who judges many at one moment.
  package init(_ rule: RuleSnapshot, usage: RuleUsage, on day: LocalDay) {
    self.rule = rule
    self.usage = usage
    state = RuleState.of(rule, usage: usage, on: day)
    trustedState = state
  }

  /// The rule's id.
  package var id: RuleID { rule.id }
}
