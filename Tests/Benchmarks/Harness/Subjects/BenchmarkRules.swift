import CivilTime
import OpenAppLockRules
import ScreenTimeModel

/// Rules of all kinds, on all kinds of days, as many as are wanted.
enum BenchmarkRules {
  private static let days: [WeekdaySet] = [.weekdays, .weekends, .everyday, [.monday, .wednesday]]

  /// Makes rules: two of five are schedules, two time limits, and one an open limit.
  ///
  /// - Throws: what the rules' values fail with.
  static func rules(_ count: Int, appsEach: Int) throws -> [RuleSnapshot] {
    try (0..<count).map { number in
      RuleSnapshot(
        id: try id(number), name: "Rule \(number)", days: days[number % days.count],
        configuration: try configuration(number),
        selection: FamilyActivitySelection(applicationTokens: try apps(appsEach, of: number)),
        createdAt: Instant(seconds: Int64(number)))
    }
  }

  /// Makes time limits of every day with an app each.
  ///
  /// - Throws: what the rules' values fail with.
  static func timeLimits(_ count: Int, minutes: Int) throws -> [RuleSnapshot] {
    try (0..<count).map { number in
      RuleSnapshot(
        id: try id(number), name: "Limit \(number)", days: .everyday,
        configuration: .timeLimit(try TimeLimitConfig(dailyLimitMinutes: minutes)),
        selection: FamilyActivitySelection(
          applicationTokens: [try ApplicationToken(parsing: "org.example.App\(number)")]),
        createdAt: Instant(seconds: Int64(number)))
    }
  }

  private static func configuration(_ number: Int) throws -> RuleConfiguration {
    switch number % 5 {
    case 0, 1:
      .schedule(
        ScheduleConfig(
          window: DailyWindow(
            from: try TimeOfDay(hour: (7 + number * 3) % 24, minute: number * 7 % 60),
            to: try TimeOfDay(hour: (15 + number * 5) % 24, minute: number * 11 % 60))))
    case 2, 3: .timeLimit(try TimeLimitConfig(dailyLimitMinutes: 15 + number % 46))
    default: .openLimit(try OpenLimitConfig(maxOpens: 1 + number % 9))
    }
  }

  private static func apps(_ count: Int, of rule: Int) throws -> Set<ApplicationToken> {
    Set(try (0..<count).map { try ApplicationToken(parsing: "org.example.R\(rule).A\($0)") })
  }

  private static func id(_ number: Int) throws -> RuleID {
    let digits = String(number, radix: 16)
    let zeros = String(repeating: "0", count: 12 - digits.count)
    return try RuleID(parsing: "6f1c0d9e-4a57-4c1e-9a55-\(zeros)\(digits)")
  }
}
