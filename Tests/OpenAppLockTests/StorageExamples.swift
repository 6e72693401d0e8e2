import CivilTime
import OpenAppLock
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel

// What the tests of the storage put into it.

extension RuleID {
  static func number(_ number: Int) throws -> RuleID {
    let digits = String(number)
    let zeros = String(repeating: "0", count: 12 - digits.count)
    return try RuleID(parsing: "00000000-0000-4000-8000-\(zeros)\(digits)")
  }
}

extension AppList {
  static func named(_ name: String, number: Int = 1, apps: [String] = ["org.example.Chess"]) throws
    -> AppList
  {
    AppList(
      id: AppListID(rawValue: try RuleID.number(900 + number).rawValue), name: name,
      selection: FamilyActivitySelection(
        applicationTokens: Set(try apps.map { try ApplicationToken(parsing: $0) })),
      createdAt: Instant(seconds: 1_736_154_000))
  }
}

extension StoredRule {
  static func named(
    _ name: String, number: Int, list: AppListID? = nil,
    configuration: RuleConfiguration? = nil
  ) throws -> StoredRule {
    let nineToFive = DailyWindow(
      from: try TimeOfDay(hour: 9, minute: 0), to: try TimeOfDay(hour: 17, minute: 0))
    return StoredRule(
      id: try .number(number), name: name, isEnabled: true, hardMode: false, days: .weekdays,
      list: list, configuration: configuration ?? .schedule(ScheduleConfig(window: nineToFive)),
      pausedUntil: nil, createdAt: Instant(seconds: 1_736_154_000 + Int64(number)))
  }
}
