import CivilTime
import OpenAppLockRules
import ScreenTimeModel
import Testing

@Suite("Limit rules")
struct LimitStateTests {
  @Test("a time limit counts, and blocks until midnight when nothing is left (L4)")
  func timeLimitBlocksWhenSpent() throws {
    let rule = try timeLimit(45)
    let now = try moment("2025-01-06T10:00", berlin)
    let midnight = try instant("2025-01-07T00:00", berlin)
    let rows: [(Int, RuleState)] = [
      (0, .counting(minutesLeft: 45)), (44, .counting(minutesLeft: 1)),
      (45, .active(until: midnight)), (600, .active(until: midnight)),
    ]
    for (minutes, expected) in rows {
      #expect(RuleState.of(rule, usage: RuleUsage(minutes: minutes), at: now) == expected)
    }
  }

  @Test("a budget that is raised lifts the block at once (L4)")
  func raisedBudget() throws {
    let now = try moment("2025-01-06T10:00")
    let usage = RuleUsage(minutes: 45)
    #expect(RuleState.of(try timeLimit(45), usage: usage, at: now).blocks)
    #expect(RuleState.of(try timeLimit(60), usage: usage, at: now) == .counting(minutesLeft: 15))
    #expect(RuleState.of(try timeLimit(30), usage: usage, at: now).blocks)
  }

  @Test(
    "midnight is the day's, also where clocks change or skip it",
    arguments: [
      ("2025-03-30T12:00", berlin, "2025-03-31T00:00"),
      ("2025-10-26T02:30+01:00", berlin, "2025-10-27T00:00"),
      ("2025-03-29T12:00", "Asia/Beirut", "2025-03-30T01:00"),
    ])
  func midnights(now: String, zone: String, midnight: String) throws {
    let state = RuleState.of(
      try timeLimit(45), usage: RuleUsage(minutes: 45), at: try moment(now, zone))
    #expect(state == .active(until: try instant(midnight, zone)))
  }

  @Test("a limit that isn't due today waits for the next midnight that is")
  func waits() throws {
    let monday = try moment("2025-01-06T10:00")
    let wednesday = RuleState.waiting(nextStart: try instant("2025-01-08T00:00"))
    let nextMonday = RuleState.waiting(nextStart: try instant("2025-01-13T00:00"))
    let spent = RuleUsage(minutes: 600, opens: 600)
    #expect(
      RuleState.of(try timeLimit(5, days: [.wednesday]), usage: spent, at: monday) == wednesday)
    #expect(
      RuleState.of(try openLimit(5, days: [.wednesday]), usage: spent, at: monday) == wednesday)
    #expect(
      RuleState.of(
        try openLimit(5, days: [.monday]), usage: spent, at: try moment("2025-01-07T00:00"))
        == nextMonday)
  }

  @Test("a soft unblock of a spent limit holds until midnight, and only where there is a block")
  func pauses() throws {
    let midnight = try instant("2025-01-07T00:00")
    let now = try moment("2025-01-06T10:00")
    let budget = try timeLimit(45, pausedUntil: midnight)
    #expect(
      RuleState.of(budget, usage: RuleUsage(minutes: 45), at: now) == .paused(until: midnight))
    #expect(
      RuleState.of(budget, usage: RuleUsage(minutes: 9), at: now) == .counting(minutesLeft: 36))
    #expect(
      RuleState.of(
        budget, usage: RuleUsage(minutes: 45), at: try moment("2025-01-07T10:00")
      ).blocks)
    let opens = try openLimit(5, pausedUntil: midnight)
    #expect(RuleState.of(opens, usage: RuleUsage(opens: 5), at: now) == .paused(until: midnight))
  }

  @Test("an open limit shields from midnight on, before any open is spent (O1)")
  func gatesFromMidnight() throws {
    let rule = try openLimit(5)
    for reading in ["2025-01-06T00:00", "2025-01-06T12:00", "2025-01-06T23:59:59"] {
      let state = RuleState.of(rule, usage: .none, at: try moment(reading))
      #expect(state == .gated(opensLeft: 5))
      #expect(state.shields)
      #expect(!state.blocks)
    }
  }

  @Test("the last open is the last: then the rule blocks until midnight")
  func spent() throws {
    let now = try moment("2025-01-06T12:00")
    let midnight = try instant("2025-01-07T00:00")
    #expect(
      RuleState.of(try openLimit(2), usage: RuleUsage(opens: 1), at: now) == .gated(opensLeft: 1))
    #expect(
      RuleState.of(try openLimit(2), usage: RuleUsage(opens: 2), at: now)
        == .active(until: midnight))
  }

  @Test(
    "a session opens, also after the last open and over midnight, and is over at its end (O5, O6)")
  func sessions() throws {
    let end = try instant("2025-01-07T00:05")
    let usage = RuleUsage(opens: 2, sessionUntil: end)
    let rule = try openLimit(2)
    #expect(
      RuleState.of(rule, usage: usage, at: try moment("2025-01-06T23:55"))
        == .openSession(until: end))
    let tomorrow = RuleUsage(sessionUntil: end)
    #expect(
      RuleState.of(rule, usage: tomorrow, at: try moment("2025-01-07T00:04:59"))
        == .openSession(until: end))
    #expect(
      RuleState.of(rule, usage: tomorrow, at: try moment("2025-01-07T00:05"))
        == .gated(opensLeft: 2))
  }
}
