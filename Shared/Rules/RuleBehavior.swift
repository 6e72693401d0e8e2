import CivilTime
import ScreenTimeModel

/// All that differs from one kind of rule to the next.
///
/// A kind conforms in its configuration's file, so that a kind is read, changed and added in one place.
/// What all kinds have in common is decided before any of this is asked: the rule is on, has days, and
/// covers something.
protocol RuleBehavior: Encodable {
  /// Whether a rule with this selection has anything to block (decision W5).
  func covers(anyOf selection: FamilyActivitySelection) -> Bool

  /// What the rule does now.
  func state(of rule: RuleSnapshot, usage: RuleUsage, on day: LocalDay) -> RuleState

  /// What the rule's store says while the rule shields.
  func shield(for selection: FamilyActivitySelection) -> StoreSettings

  /// When a soft unblock that is made now ends; `nil` when there is nothing to unblock (decision U1).
  func pauseEnd(days: WeekdaySet, on day: LocalDay) -> Instant?

  /// What the rule has in store for a date that is one of its days.
  func occasion(on date: CivilDate, in zone: Zone) -> RuleOccasion

  /// What has to be monitored for the rule.
  func activities(of id: RuleID, selection: FamilyActivitySelection) -> [PlannedActivity]

  /// How many activities ``activities(of:selection:)`` plans.
  var activityCount: Int { get }

  /// How many opens the rule grants a day, if it is a rule whose shield has the button for it.
  var dailyOpens: Int? { get }

  /// How many minutes of use the rule allows a day, if it is a rule that counts use.
  var dailyMinutes: Int? { get }

  /// The status while the rule blocks.
  func statusWhileBlocking(until end: Instant, at moment: Moment) -> String

  /// The status while a soft unblock holds.
  func statusWhilePaused(until end: Instant, at moment: Moment) -> String

  /// How much of today's budget is used, for kinds that have one.
  func usageText(_ usage: RuleUsage) -> String?

  /// How much of today's budget is left, for kinds that have one.
  func remainingText(_ usage: RuleUsage) -> String?

  /// The rows of the rule's detail that only this kind has.
  var detailRows: [RuleDetailRow] { get }

  /// What stands before the list in the rule's detail.
  var selectionTitle: String { get }
}

extension RuleBehavior {
  func covers(anyOf selection: FamilyActivitySelection) -> Bool { !selection.isEmpty }

  func shield(for selection: FamilyActivitySelection) -> StoreSettings {
    .shielding(selection)
  }

  var activityCount: Int { 1 }

  var dailyOpens: Int? { nil }

  var dailyMinutes: Int? { nil }

  func usageText(_ usage: RuleUsage) -> String? { nil }

  func remainingText(_ usage: RuleUsage) -> String? { nil }

  var selectionTitle: String { "Block" }
}

/// What rules with a daily budget share.
protocol DailyBudget: RuleBehavior {}

extension DailyBudget {
  func pauseEnd(days: WeekdaySet, on day: LocalDay) -> Instant? {
    days.contains(day.weekday) ? day.end : nil
  }

  func statusWhileBlocking(until end: Instant, at moment: Moment) -> String {
    "Blocked until tomorrow"
  }

  func statusWhilePaused(until end: Instant, at moment: Moment) -> String {
    "Unblocked until tomorrow"
  }
}
