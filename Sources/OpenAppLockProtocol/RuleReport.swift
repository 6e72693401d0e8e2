package import CivilTime
package import OpenAppLockRules

/// A rule as the app tells of it; what `rule ls --json` prints.
package struct RuleReport: Sendable, Hashable {
  /// The rule's id.
  package let id: RuleID
  /// Its name.
  package let name: String
  /// Whether it is on.
  package let isEnabled: Bool
  /// Whether it allows no unblocks.
  package let hardMode: Bool
  /// The days on which it holds.
  package let days: WeekdaySet
  /// The name of its app list; `nil` for none.
  package let list: String?
  /// How it stands now, in the words of the screen: `6h left`.
  package let status: String
  /// The options of its kind.
  package let configuration: RuleConfiguration
  /// What it does now.
  package let now: RuleActivityReport

  /// Makes a report.
  package init(
    id: RuleID, name: String, isEnabled: Bool, hardMode: Bool, days: WeekdaySet, list: String?,
    status: String, configuration: RuleConfiguration, now: RuleActivityReport
  ) {
    self.id = id
    self.name = name
    self.isEnabled = isEnabled
    self.hardMode = hardMode
    self.days = days
    self.list = list
    self.status = status
    self.configuration = configuration
    self.now = now
  }
}

/// One flat object: the common fields, those of the kind, and what it does now. `list` is `null` for
/// none.
extension RuleReport: Codable {
  private enum CodingKeys: String, CodingKey {
    case id
    case name
    case kind
    case enabled
    case hard
    case days
    case list
    case status
    case from
    case to
    case mode
    case adultFilter
    case minutes
    case opens
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(RuleID.self, forKey: .id),
      name: try container.decode(String.self, forKey: .name),
      isEnabled: try container.decode(Bool.self, forKey: .enabled),
      hardMode: try container.decode(Bool.self, forKey: .hard),
      days: try container.decode(WeekdaySet.self, forKey: .days),
      list: try container.decodeIfPresent(String.self, forKey: .list),
      status: try container.decode(String.self, forKey: .status),
      configuration: try Self.configuration(in: container),
      now: try RuleActivityReport(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(configuration.kind, forKey: .kind)
    try container.encode(isEnabled, forKey: .enabled)
    try container.encode(hardMode, forKey: .hard)
    try container.encode(days, forKey: .days)
    try container.encode(list, forKey: .list)
    try container.encode(status, forKey: .status)
    switch configuration {
    case .schedule(let schedule):
      try container.encode(schedule.window.from, forKey: .from)
      try container.encode(schedule.window.to, forKey: .to)
      try container.encode(schedule.selectionMode, forKey: .mode)
      try container.encode(schedule.blockAdultContent, forKey: .adultFilter)
    case .timeLimit(let limit): try container.encode(limit.dailyLimitMinutes, forKey: .minutes)
    case .openLimit(let limit): try container.encode(limit.maxOpens, forKey: .opens)
    }
    try now.encode(to: encoder)
  }

  private static func configuration(
    in container: KeyedDecodingContainer<CodingKeys>
  ) throws -> RuleConfiguration {
    switch try container.decode(RuleKind.self, forKey: .kind) {
    case .schedule:
      .schedule(
        ScheduleConfig(
          window: DailyWindow(
            from: try container.decode(TimeOfDay.self, forKey: .from),
            to: try container.decode(TimeOfDay.self, forKey: .to)),
          selectionMode: try container.decode(SelectionMode.self, forKey: .mode),
          blockAdultContent: try container.decode(Bool.self, forKey: .adultFilter)))
    case .timeLimit:
      .timeLimit(
        try TimeLimitConfig(dailyLimitMinutes: container.decode(Int.self, forKey: .minutes)))
    case .openLimit:
      .openLimit(try OpenLimitConfig(maxOpens: container.decode(Int.self, forKey: .opens)))
    }
  }
}
