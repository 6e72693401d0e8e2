package import CivilTime

/// A rule with the facts of today and the state that follows from both.
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

  /// Judges a rule, for somebody who judges many at one moment.
  package init(_ rule: RuleSnapshot, usage: RuleUsage, on day: LocalDay) {
    self.rule = rule
    self.usage = usage
    state = RuleState.of(rule, usage: usage, on: day)
  }

  /// The rule's id.
  package var id: RuleID { rule.id }
}
