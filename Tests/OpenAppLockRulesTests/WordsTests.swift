import CivilTime
import OpenAppLockRules
import ScreenTimeModel
import Testing

@Suite("Words on the screen")
struct WordsTests {
  @Test(
    "a schedule's status",
    arguments: [
      ("2025-01-06T08:59", "Starts in 1m"), ("2025-01-06T09:00", "8h left"),
      ("2025-01-06T11:00", "6h left"), ("2025-01-06T15:30", "2h left"),
      ("2025-01-06T16:01", "59m left"), ("2025-01-06T16:59", "1m left"),
      ("2025-01-06T16:59:55", "1m left"), ("2025-01-11T12:00", "Starts in 45h"),
      ("2025-01-10T17:00", "Starts in 3d"), ("2025-01-06T22:00", "Starts in 11h"),
    ])
  func scheduleStatus(now: String, words: String) throws {
    let now = try moment(now)
    let rule = try schedule("09:00", "17:00", days: .weekdays)
    #expect(RuleWords.status(of: judged(rule, at: now), at: now) == words)
  }

  @Test("the status of what never blocks")
  func nothing() throws {
    let now = try moment("2025-01-06T12:00")
    let config = RuleConfiguration.schedule(ScheduleConfig(window: try window("09:00", "17:00")))
    let rows: [(RuleSnapshot, String)] = [
      (try rule(config, isEnabled: false, selection: apps(chess)), "Disabled"),
      (try rule(config, days: [], selection: apps(chess)), "No days selected"),
      (try rule(config, selection: nil), "No apps selected"),
    ]
    for (rule, words) in rows {
      #expect(RuleWords.status(of: judged(rule, at: now), at: now) == words)
    }
  }

  @Test("the status of a pause: a window says when, a limit says tomorrow")
  func pauses() throws {
    let now = try moment("2025-01-06T12:00", berlin)
    let end = try instant("2025-01-06T17:00", berlin)
    let midnight = try instant("2025-01-07T00:00", berlin)
    let window = judged(try schedule("09:00", "17:00", pausedUntil: end), at: now)
    let limit = judged(try timeLimit(45, pausedUntil: midnight), minutes: 45, at: now)
    #expect(RuleWords.status(of: window, at: now) == "Unblocked until 17:00")
    #expect(RuleWords.status(of: limit, at: now) == "Unblocked until tomorrow")
    #expect(RuleWords.trailing(of: limit, at: now) == "Unblocked until tomorrow")
  }

  @Test(
    "a time limit's words",
    arguments: [
      (0, "0m of 45m used today", "45m left", "45m left"),
      (18, "18m of 45m used today", "27m left", "27m left"),
      (45, "45m of 45m used today", "0m left", "Blocked until tomorrow"),
      (90, "45m of 45m used today", "0m left", "Blocked until tomorrow"),
    ])
  func timeLimitWords(minutes: Int, usage: String, remaining: String, status: String) throws {
    let now = try moment("2025-01-06T12:00")
    let limit = judged(try timeLimit(45), minutes: minutes, at: now)
    #expect(RuleWords.usage(of: limit.rule, limit.usage) == usage)
    #expect(RuleWords.remaining(of: limit.rule, limit.usage) == remaining)
    #expect(RuleWords.status(of: limit, at: now) == status)
    #expect(RuleWords.label(of: limit, at: now) == "Time Limit · \(usage)")
    #expect(RuleWords.isListedInUsage(limit) == (minutes < 45))
  }

  @Test(
    "an open limit's words",
    arguments: [
      (0, "0 of 5 opens today", "5 opens left", "5 opens left"),
      (2, "2 of 5 opens today", "3 opens left", "3 opens left"),
      (4, "4 of 5 opens today", "1 open left", "1 open left"),
      (5, "5 of 5 opens today", "0 opens left", "Blocked until tomorrow"),
      (7, "5 of 5 opens today", "0 opens left", "Blocked until tomorrow"),
    ])
  func openLimitWords(opens: Int, usage: String, remaining: String, status: String) throws {
    let now = try moment("2025-01-06T12:00")
    let limit = judged(try openLimit(5), opens: opens, at: now)
    #expect(RuleWords.usage(of: limit.rule, limit.usage) == usage)
    #expect(RuleWords.remaining(of: limit.rule, limit.usage) == remaining)
    #expect(RuleWords.status(of: limit, at: now) == status)
    #expect(RuleWords.label(of: limit, at: now) == "Open Limit · \(usage)")
    #expect(RuleWords.isListedInUsage(limit) == (opens < 5))
  }

  @Test("a schedule has no usage, and its session-like words are its status")
  func scheduleLabels() throws {
    let now = try moment("2025-01-06T11:00")
    let rule = judged(try schedule("09:00", "17:00"), at: now)
    #expect(RuleWords.usage(of: rule.rule, rule.usage) == nil)
    #expect(RuleWords.trailing(of: rule, at: now) == nil)
    #expect(RuleWords.label(of: rule, at: now) == "Schedule · 6h left")
    #expect(RuleWords.caption(of: rule, at: now) == "Schedule, 6h left")
    #expect(!RuleWords.isListedInUsage(rule))
  }

  @Test("a session says when it ends")
  func session() throws {
    let now = try moment("2025-01-06T09:00")
    let open = judged(
      try openLimit(5), opens: 1, sessionUntil: try instant("2025-01-06T09:15:30"), at: now)
    #expect(RuleWords.status(of: open, at: now) == "Open until 09:15")
  }

  @Test("the rows of a rule's detail")
  func detail() throws {
    let rows = { (rule: RuleSnapshot) in
      RuleWords.detailRows(of: rule).map { "\($0.label): \($0.value)" }
    }
    #expect(
      rows(try schedule("09:00", "12:00", days: .weekends, apps: [chess, chat])) == [
        "During this time: 09:00 – 12:00", "Adult websites: Allowed", "On these days: Weekends",
        "Block: 2 Apps", "Unblocks allowed: Yes",
      ])
    #expect(
      rows(
        try schedule(
          "09:00", "09:00", days: [.monday, .wednesday, .friday], mode: .allowOnly,
          adultFilter: true, hard: true)) == [
          "During this time: 24 hours from 09:00", "Adult websites: Blocked",
          "On these days: Mon, Wed, Fri", "Allow Only: 1 App", "Unblocks allowed: No",
        ])
    #expect(rows(try timeLimit(45)).first == "For this long: 45m daily")
    #expect(rows(try openLimit(5)).first == "More than: 5 opens daily")
  }

  @Test("until when, in local words")
  func until() throws {
    let now = try moment("2025-01-06T20:00", berlin)
    let rows = [
      ("2025-01-06T23:30", "23:30"), ("2025-01-07T00:00", "tomorrow"),
      ("2025-01-07T06:30", "06:30 tomorrow"), ("2025-01-08T09:00", "09:00 on 2025-01-08"),
    ]
    for (end, words) in rows {
      #expect(RuleWords.until(try instant(end, berlin), at: now) == words)
    }
  }
}
