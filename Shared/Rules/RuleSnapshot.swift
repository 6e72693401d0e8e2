package import CivilTime
package import ScreenTimeModel

/// A rule as every process sees it: what was decided about it, not what follows from that.
package struct RuleSnapshot: Hashable, Sendable, Identifiable {
  /// Which rule it is.
  package let id: RuleID
  /// What its user calls it.
  package var name: String
  /// Whether it is on.
  package var isEnabled: Bool
  /// Whether there is no way out while it blocks.
  package var hardMode: Bool
  /// The days on which it holds; a window belongs to the day it starts on (decision W1).
  package var days: WeekdaySet
  /// Its kind and that kind's options.
  package var configuration: RuleConfiguration
  /// What its list holds; `nil` without a list.
  package var selection: FamilyActivitySelection?
  /// Until when a soft unblock holds, where there was one.
  package var pausedUntil: Instant?
  /// When it was made.
  package let createdAt: Instant

  /// Makes a snapshot.
  package init(
    id: RuleID, name: String, isEnabled: Bool = true, hardMode: Bool = false, days: WeekdaySet,
    configuration: RuleConfiguration, selection: FamilyActivitySelection?,
    pausedUntil: Instant? = nil, createdAt: Instant
  ) {
    self.id = id
    self.name = name
    self.isEnabled = isEnabled
    self.hardMode = hardMode
    self.days = days
    self.configuration = configuration
    self.selection = selection
    self.pausedUntil = pausedUntil
    self.createdAt = createdAt
  }

  /// Which kind of rule it is.
  package var kind: RuleKind { configuration.kind }

  /// How many minutes of use the rule allows a day, if it is a rule that counts use.
  package var dailyMinutes: Int? { configuration.behavior.dailyMinutes }

  /// How many opens the rule grants a day, if it is a rule that grants any.
  package var dailyOpens: Int? { configuration.behavior.dailyOpens }

  /// Whether use is counted for the rule on a day: it is a rule that counts, it is on, and it is due.
  package func countsUse(on day: LocalDay) -> Bool {
    dailyMinutes != nil && effectiveSelection != nil && days.contains(day.weekday)
  }

  /// The selection, where the rule is on, has days and has something to block.
  var effectiveSelection: FamilyActivitySelection? {
    guard isEnabled, !days.isEmpty, let selection,
      configuration.behavior.covers(anyOf: selection)
    else { return nil }
    return selection
  }

  /// Until when a soft unblock holds that is in force now.
  ///
  /// A hard rule has none, whatever it was told before it became hard (decision U2).
  func pause(inForceAt now: Instant) -> Instant? {
    guard !hardMode, let pausedUntil, pausedUntil > now else { return nil }
    return pausedUntil
  }
}

/// One flat object: what all rules have, `kind`, and the kind's own options.
extension RuleSnapshot: Codable {
  private enum CodingKeys: String, CodingKey {
    case id
    case name
    case isEnabled
    case hardMode
    case days
    case selection
    case pausedUntil
    case createdAt
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(RuleID.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    isEnabled = try container.decode(Bool.self, forKey: .isEnabled)
    hardMode = try container.decode(Bool.self, forKey: .hardMode)
    days = try container.decode(WeekdaySet.self, forKey: .days)
    selection = try container.decodeIfPresent(FamilyActivitySelection.self, forKey: .selection)
    pausedUntil = try container.decodeIfPresent(Instant.self, forKey: .pausedUntil)
    createdAt = try container.decode(Instant.self, forKey: .createdAt)
    configuration = try RuleConfiguration(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(isEnabled, forKey: .isEnabled)
    try container.encode(hardMode, forKey: .hardMode)
    try container.encode(days, forKey: .days)
    try container.encodeIfPresent(selection, forKey: .selection)
    try container.encodeIfPresent(pausedUntil, forKey: .pausedUntil)
    try container.encode(createdAt, forKey: .createdAt)
    try configuration.encode(to: encoder)
  }
}
