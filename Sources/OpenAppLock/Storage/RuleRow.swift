import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules

/// How a rule lies in its table: one flat row, written and read through the sum type only.
enum RuleRow {
  /// The columns, in the order of ``values(of:)`` and ``read(_:of:)``.
  static let columns = """
    id, name, kind, enabled, hard, days, list_id, window_from, window_to, mode, adult_filter, \
    minutes, opens, paused_until, created_at
    """

  /// The values of a rule's row.
  static func values(of rule: StoredRule) -> [SQLValue] {
    [
      .text(rule.id.rawValue), .text(rule.name), .text(rule.configuration.kind.rawValue),
      SQLValue(rule.isEnabled), SQLValue(rule.hardMode),
      .text(rule.days.map(\.shortName).joined(separator: ",")), SQLValue(rule.list?.rawValue),
    ] + options(of: rule.configuration) + [
      rule.pausedUntil.map { .integer($0.milliseconds) } ?? .null,
      .integer(rule.createdAt.milliseconds),
    ]
  }

  /// Reads the current row.
  static func read(_ row: borrowing Statement, of path: String) throws(StorageError) -> StoredRule {
    guard let id = row.text(0).flatMap(ruleID), let name = row.text(1),
      let enabled = row.integer(3), let hard = row.integer(4),
      let days = row.text(5).flatMap(weekdays), let configuration = configuration(row),
      let createdAt = row.integer(14)
    else {
      throw .damaged(path, "the rule \"\(row.text(1) ?? "without a name")\" makes no sense")
    }
    return StoredRule(
      id: id, name: name, isEnabled: enabled != 0, hardMode: hard != 0, days: days,
      list: row.text(6).map(AppListID.init(rawValue:)), configuration: configuration,
      pausedUntil: row.integer(13).map { Instant(milliseconds: Int64($0)) },
      createdAt: Instant(milliseconds: Int64(createdAt)))
  }

  /// The six columns of which each kind fills its own.
  private static func options(of configuration: RuleConfiguration) -> [SQLValue] {
    switch configuration {
    case .schedule(let schedule):
      [
        .text(schedule.window.from.description), .text(schedule.window.to.description),
        .text(schedule.selectionMode.rawValue), SQLValue(schedule.blockAdultContent), .null, .null,
      ]
    case .timeLimit(let limit):
      [.null, .null, .null, .null, SQLValue(limit.dailyLimitMinutes), .null]
    case .openLimit(let limit):
      [.null, .null, .null, .null, .null, SQLValue(limit.maxOpens)]
    }
  }

  private static func configuration(_ row: borrowing Statement) -> RuleConfiguration? {
    switch row.text(2).flatMap(RuleKind.init(rawValue:)) {
    case nil: return nil
    case .schedule:
      guard let from = row.text(7).flatMap(time), let to = row.text(8).flatMap(time),
        let mode = row.text(9).flatMap(SelectionMode.init(rawValue:)),
        let adultFilter = row.integer(10)
      else { return nil }
      return .schedule(
        ScheduleConfig(
          window: DailyWindow(from: from, to: to), selectionMode: mode,
          blockAdultContent: adultFilter != 0))
    case .timeLimit:
      return row.integer(11).flatMap { try? .timeLimit(TimeLimitConfig(dailyLimitMinutes: $0)) }
    case .openLimit:
      return row.integer(12).flatMap { try? .openLimit(OpenLimitConfig(maxOpens: $0)) }
    }
  }

  // What can't be parsed is `nil`: ``read(_:of:)`` says which rule makes no sense.

  private static func ruleID(_ text: String) -> RuleID? { try? RuleID(parsing: text) }

  private static func time(_ text: String) -> TimeOfDay? { try? TimeOfDay(parsing: text) }

  private static func weekdays(_ text: String) -> WeekdaySet? {
    text.isEmpty ? WeekdaySet() : try? WeekdaySet(parsing: text)
  }
}
