package import CivilTime
package import OpenAppLockProtocol
package import OpenAppLockRules
package import ScreenTimeModel

/// A rule as the database keeps it: it points to its app list, where a snapshot holds the selection.
package struct StoredRule: Hashable, Sendable {
  /// The rule's id.
  package let id: RuleID
  /// Its name, unique among rules.
  package var name: String
  /// Whether it is on.
  package var isEnabled: Bool
  /// Whether it allows no unblocks.
  package var hardMode: Bool
  /// The days on which it holds.
  package var days: WeekdaySet
  /// Its app list; `nil` for none.
  package var list: AppListID?
  /// The options of its kind.
  package var configuration: RuleConfiguration
  /// Until when a soft unblock pauses it.
  package var pausedUntil: Instant?
  /// When it was made.
  package let createdAt: Instant

  /// Makes a rule.
  package init(
    id: RuleID, name: String, isEnabled: Bool, hardMode: Bool, days: WeekdaySet,
    list: AppListID?, configuration: RuleConfiguration, pausedUntil: Instant?, createdAt: Instant
  ) {
    self.id = id
    self.name = name
    self.isEnabled = isEnabled
    self.hardMode = hardMode
    self.days = days
    self.list = list
    self.configuration = configuration
    self.pausedUntil = pausedUntil
    self.createdAt = createdAt
  }

  /// The rule with the selection of its list: what every decision is made from.
  package func snapshot(selection: FamilyActivitySelection?) -> RuleSnapshot {
    RuleSnapshot(
      id: id, name: name, isEnabled: isEnabled, hardMode: hardMode, days: days,
      configuration: configuration, selection: selection, pausedUntil: pausedUntil,
      createdAt: createdAt)
  }
}
