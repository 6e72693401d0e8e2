import FoundationEssentials
import Simulation

/// Simulates days of somebody who has a hundred rules and uses two or three apps a day.
enum RuleYearSubject {
  private static let ruleCount = 100
  private static let listCount = 10
  /// The apps of each list.
  private static let letters = ["a", "b", "c", "d", "e"]

  /// Measures whole plays, from the file's text to its last step, without making the rules.
  ///
  /// - Throws: what the scenario or its machine fail with.
  static func measure(days: String) throws {
    guard let days = Int(days), days > 0 else {
      throw BenchmarkError.failed("\"\(days)\" is no number of days")
    }
    let whole = try ScenarioReader.read(Data(text(days: days).utf8))
    let empty = try ScenarioReader.read(Data(text(days: 0).utf8))
    try Driver.drive {
      let made = try time(empty)
      let played = try time(whole)
      return [played > made ? played - made : played]
    }
  }

  private static func time(_ scenario: Scenario) throws -> UInt64 {
    let start = monotonicNanoseconds()
    let result = try ScenarioPlayer.play(scenario, on: try InProcessMachine())
    guard result.isOK else { throw BenchmarkError.failed("the simulation did not hold") }
    return monotonicNanoseconds() - start
  }

  private static func text(days: Int) -> String {
    """
    {"zone": "Europe/Berlin", "start": "2025-01-06T00:00",
     "lists": {\((0..<listCount).map(list).joined(separator: ","))},
     "rules": {\((0..<ruleCount).map(rule).joined(separator: ","))},
     "steps": [\((0..<days).map(day).joined(separator: ","))]}
    """
  }

  private static func list(_ number: Int) -> String {
    let apps = letters.map { "\"org.example.App\(number).\($0)\"" }
    return "\"list\(number)\": {\"apps\": [\(apps.joined(separator: ","))]}"
  }

  /// Two of five are schedules, two time limits, and one an open limit.
  private static func rule(_ number: Int) -> String {
    let days = ["\"weekdays\"", "\"weekends\"", "\"everyday\"", "[\"mon\", \"wed\"]"][number % 4]
    let options =
      switch number % 5 {
      case 0, 1:
        "\"kind\": \"schedule\", \"from\": \"\(time(hour: 7 + number * 3, minute: number * 7))\", "
          + "\"to\": \"\(time(hour: 15 + number * 5, minute: number * 11))\""
      case 2, 3: "\"kind\": \"timeLimit\", \"minutes\": \(15 + number % 46)"
      default: "\"kind\": \"openLimit\", \"opens\": \(1 + number % 9)"
      }
    let list = "\"list\(number % listCount)\""
    return "\"rule\(number)\": {\(options), \"days\": \(days), \"list\": \(list)}"
  }

  private static func time(hour: Int, minute: Int) -> String {
    "\(twoDigits(hour % 24)):\(twoDigits(minute % 60))"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// An app at noon for 40 minutes, a press in the evening, and two apps at once for half an hour.
  private static func day(_ number: Int) -> String {
    let (noon, evening) = (number % listCount, (number + 3) % listCount)
    return """
      {"advance": "12h"}, {"use": "org.example.App\(noon).a", "for": "40m"}, {"advance": "7h20m"},
      {"press": "org.example.App\(evening).b"},
      {"use": ["org.example.App\(evening).b", "org.example.App\((evening + 1) % listCount).b"],
       "for": "30m"}, {"advance": "3h30m"}
      """
  }
}
