import CivilTime
import OpenAppLockRules
import ScreenTimeModel

// The values that the messages' examples share. They parse by construction: a wrong one would stop
// every test of the registry.

extension Instant {
  static var example: Instant { Instant(seconds: 1_736_154_000) }
}

extension ApplicationToken {
  static var exampleChess: ApplicationToken {
    do { return try ApplicationToken(parsing: "org.example.Chess") } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension TimeOfDay {
  static func example(hour: Int) -> TimeOfDay {
    do { return try TimeOfDay(hour: hour, minute: 0) } catch { preconditionFailure("\(error)") }
  }
}

extension RuleID {
  static var example: RuleID {
    do { return try RuleID(parsing: "5f0c1b5e-7d0a-4d61-9a53-0f5a8f6f2a11") } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension AppListID {
  static var example: AppListID { AppListID(rawValue: "0b5f6d2c-3a4e-4c55-8f0e-6a1f7f2f9d02") }
}

extension RuleReport {
  static var example: RuleReport {
    RuleReport(
      id: .example, name: "Morning Focus", isEnabled: true, hardMode: false, days: .weekdays,
      list: "Games", status: "6h left",
      configuration: .schedule(
        ScheduleConfig(
          window: DailyWindow(from: .example(hour: 9), to: .example(hour: 17)),
          selectionMode: .block, blockAdultContent: false)),
      now: .exampleBlocking)
  }
}

extension RuleActivityReport {
  static var exampleBlocking: RuleActivityReport {
    var report = RuleActivityReport()
    report.blocks = true
    return report
  }
}

extension PreviewEntry {
  static var example: PreviewEntry {
    PreviewEntry(
      rule: .example, name: "Morning Focus", date: CivilDate(daysSinceEpoch: 20_094),
      label: "09:00 – 17:00", length: "8 hours", note: "6h left", start: .example,
      end: .example + .seconds(8 * 3600))
  }
}

extension ListReport {
  static var example: ListReport {
    ListReport(
      id: .example, name: "Games",
      selection: FamilyActivitySelection(applicationTokens: [.exampleChess]),
      rules: ["Morning Focus"])
  }
}

extension RuleInput {
  static var example: RuleInput {
    var input = RuleInput()
    input.name = "Morning Focus"
    input.from = .example(hour: 9)
    input.to = .example(hour: 17)
    input.days = .weekdays
    input.list = "Games"
    return input
  }
}

extension ListInput {
  static var example: ListInput {
    ListInput(
      name: "Games", adding: FamilyActivitySelection(applicationTokens: [.exampleChess]))
  }
}
