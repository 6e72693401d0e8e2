import CivilTime
import OpenAppLockRules
import ScreenTimeModel
import Testing

@Suite("When a rule will be active")
struct ForecastTests {
  /// A rule's days to come, a line each.
  private func lines(
    _ rule: RuleSnapshot, days: Int, minutes: Int = 0, opens: Int = 0, at now: Moment
  ) -> [String] {
    let forecast = RuleForecast(
      judged(rule, minutes: minutes, opens: opens, at: now), days: days, at: now)
    return forecast.entries.map { entry in
      [
        RuleWords.day(entry.date), RuleWords.occasion(of: entry, in: now.zone),
        RuleWords.length(of: entry), RuleWords.note(on: entry, of: forecast.judged, at: now),
      ].compactMap(\.self).joined(separator: " | ")
    }
  }

  @Test("a window is shown on each of its days, from today on")
  func days() throws {
    let now = try moment("2025-01-03T12:00", berlin)  // a Friday
    #expect(
      lines(try schedule("08:00", "11:30", days: .weekdays), days: 5, at: now) == [
        "Mon 6 Jan | 08:00 – 11:30 | 3 hours 30 minutes",
        "Tue 7 Jan | 08:00 – 11:30 | 3 hours 30 minutes",
      ])
  }

  @Test("a window that crosses midnight says the day on which it ends")
  func midnight() throws {
    let now = try moment("2025-01-06T12:00", berlin)
    #expect(
      lines(try schedule("23:00", "06:30"), days: 1, at: now) == [
        "Mon 6 Jan | 23:00 – 06:30 Tue | 7 hours 30 minutes"
      ])
    #expect(
      lines(try schedule("21:00", "00:00"), days: 1, at: now) == [
        "Mon 6 Jan | 21:00 – 00:00 | 3 hours"
      ])
  }

  @Test("a window of yesterday that goes on comes first, and says how long it does")
  func running() throws {
    let now = try moment("2025-01-07T03:00", berlin)
    #expect(
      lines(try schedule("23:00", "06:30"), days: 1, at: now) == [
        "Mon 6 Jan | 23:00 – 06:30 Tue | 7 hours 30 minutes | 4h left",
        "Tue 7 Jan | 23:00 – 06:30 Wed | 7 hours 30 minutes",
      ])
    let paused = try schedule("23:00", "06:30", pausedUntil: instant("2025-01-07T06:30", berlin))
    #expect(lines(paused, days: 1, at: now).first?.hasSuffix("Unblocked until 06:30") == true)
  }

  @Test("a day's window that is over is not shown, one that ends now neither")
  func over() throws {
    let now = try moment("2025-01-06T17:00", berlin)
    #expect(lines(try schedule("09:00", "17:00"), days: 1, at: now) == [])
  }

  @Test(
    "from a reading to the same one is 24 hours",
    arguments: [("10:00", "24 hours from 10:00"), ("00:00", "24 hours")])
  func wholeDays(reading: String, words: String) throws {
    let now = try moment("2025-01-06T00:00", berlin)
    let rule = try schedule(reading, reading, days: [.tuesday])
    #expect(lines(rule, days: 7, at: now) == ["Tue 7 Jan | \(words)"])
  }

  @Test(
    "a clock that is changed within a window makes it shorter or longer, and is said to",
    arguments: [
      (
        "23:00", "06:30", "2025-03-29",
        "23:00 – 06:30 Sun | 6 hours 30 minutes | 1 hour shorter: the clock goes forward"
      ),
      (
        "23:00", "06:30", "2025-10-25",
        "23:00 – 06:30 Sun | 8 hours 30 minutes | 1 hour longer: the clock goes back"
      ),
      (
        "02:30", "05:00", "2025-03-30",
        "03:00 – 05:00 | 2 hours | 30 minutes shorter: the clock goes forward"
      ),
      (
        "02:15", "02:45", "2025-03-30", "02:15 – 02:45 | not active: the clock goes forward over it"
      ),
      (
        "02:15", "02:45", "2025-10-26",
        "02:15 – 02:45 | 1 hour 30 minutes | 1 hour longer: the clock goes back"
      ),
      (
        "00:00", "00:00", "2025-03-30",
        "23 hours | 1 hour shorter: the clock goes forward; 23h left"
      ),
    ])
  func clockChanges(from: String, to: String, date: String, words: String) throws {
    let now = try moment("\(date)T00:00", berlin)
    let first = lines(try schedule(from, to), days: 1, at: now).last
    #expect(first?.split(separator: " | ").dropFirst().joined(separator: " | ") == words)
  }

  @Test("a limit says its budget for each of its days, and for today what is used of it")
  func limits() throws {
    let now = try moment("2025-01-06T12:00", berlin)
    #expect(
      lines(try timeLimit(45, days: [.monday, .tuesday]), days: 9, minutes: 18, at: now) == [
        "Mon 6 Jan | 45 minutes | 18m of 45m used today", "Tue 7 Jan | 45 minutes",
        "Mon 13 Jan | 45 minutes", "Tue 14 Jan | 45 minutes",
      ])
    #expect(
      lines(try openLimit(1), days: 2, opens: 1, at: now) == [
        "Mon 6 Jan | 1 open | Blocked until tomorrow", "Tue 7 Jan | 1 open",
      ])
    #expect(lines(try timeLimit(90), days: 1, at: now).first?.contains("1 hour 30 minutes") == true)
  }

  @Test("a day that a zone leaves out is left out")
  func missingDay() throws {
    let now = try moment("2011-12-29T12:00", "Pacific/Apia")
    #expect(
      lines(try timeLimit(45), days: 3, at: now).map { $0.prefix(10) } == [
        "Thu 29 Dec", "Sat 31 Dec",
      ])
  }

  @Test("what can never be due has no days")
  func idle() throws {
    let now = try moment("2025-01-06T12:00", berlin)
    #expect(lines(try schedule("09:00", "17:00", days: []), days: 14, at: now) == [])
    #expect(lines(try schedule("09:00", "17:00", apps: []), days: 14, at: now) == [])
  }

  @Test("a hard rule that blocks on outside its window is shown until it ends")
  func locked() throws {
    let now = try moment("2025-01-06T12:00", "UTC")
    let end = try instant("2025-01-06T16:00")
    let judged = JudgedRule(
      try schedule("21:00", "22:00", hard: true), usage: RuleUsage(lockedUntil: end), at: now)
    let forecast = RuleForecast(judged, days: 1, at: now)
    #expect(
      forecast.entries.map { RuleWords.occasion(of: $0, in: now.zone) } == [
        "12:00 – 16:00", "21:00 – 22:00",
      ])
  }
}
