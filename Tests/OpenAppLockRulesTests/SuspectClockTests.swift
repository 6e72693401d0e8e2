import CivilTime
import OpenAppLockRules
import ScreenTimeModel
import Testing

@Suite("Rules while the wall clock is suspect (C3)")
struct SuspectClockTests {
  private func moments(_ trusted: String, wall: String?) throws -> Moments {
    let trusted = try moment(trusted)
    return Moments(
      trusted,
      suspicion: try wall.map { Suspicion(wall: try moment($0).instant, agreed: trusted.instant) })
  }

  private func judge(
    _ rule: RuleSnapshot, _ usage: RuleUsage = RuleUsage(), wallUsage: RuleUsage? = nil,
    at trusted: String, wall: String?
  ) throws -> RuleState {
    JudgedRule(
      rule, usage: usage,
      doubt: wall == nil ? nil : JudgedRule.Doubt(usage: usage, wallUsage: wallUsage ?? usage),
      at: try moments(trusted, wall: wall)
    ).state
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let trusted: String
    let wall: String?
    let until: String?
    var testDescription: String { "trusted \(trusted), wall \(wall ?? "-")" }
  }

  @Test(
    "a window blocks while either moment lies in it",
    arguments: [
      Case(trusted: "2025-01-06T08:00", wall: nil, until: nil),
      Case(trusted: "2025-01-06T10:00", wall: "2025-01-06T18:00", until: "2025-01-06T17:00"),
      Case(trusted: "2025-01-06T10:00", wall: "2025-01-11T10:00", until: "2025-01-06T17:00"),
      Case(trusted: "2025-01-06T10:00", wall: "2025-01-06T16:00", until: "2025-01-06T17:00"),
      // By the wall clock it has an hour to go, and an hour takes an hour.
      Case(trusted: "2025-01-06T08:00", wall: "2025-01-06T16:00", until: "2025-01-06T09:00"),
      Case(trusted: "2025-01-06T18:00", wall: "2025-01-06T10:00", until: "2025-01-07T01:00"),
      Case(trusted: "2025-01-06T08:00", wall: "2025-01-06T18:00", until: nil),
    ])
  func window(row: Case) throws {
    let rule = try schedule("09:00", "17:00", days: .weekdays)
    let state = try judge(rule, at: row.trusted, wall: row.wall)
    #expect(state.blockEnd == (try row.until.map { try moment($0).instant }))
  }

  @Test("a spent budget stays spent when the wall clock shows another day")
  func budget() throws {
    let rule = try timeLimit(30)
    let spent = RuleUsage(minutes: 30)
    #expect(
      try judge(
        rule, spent, wallUsage: RuleUsage.none, at: "2025-01-06T10:00", wall: "2025-01-05T10:00"
      ).blocks)
    #expect(
      try judge(
        rule, RuleUsage(), wallUsage: spent, at: "2025-01-06T10:00", wall: "2025-01-05T10:00"
      ).blocks)
    #expect(try !judge(rule, RuleUsage(), at: "2025-01-06T10:00", wall: "2025-01-05T10:00").blocks)
  }

  @Test("a session lasts fifteen minutes, whatever the wall clock shows (O5)")
  func session() throws {
    let rule = try openLimit(3)
    let end = try moment("2025-01-06T10:15").instant
    let usage = RuleUsage(opens: 1, sessionUntil: end)
    for wall in ["2025-01-06T13:00", "2025-01-05T10:00", "2025-01-07T10:00"] {
      #expect(
        try judge(rule, usage, at: "2025-01-06T10:00", wall: wall) == .openSession(until: end))
      let over = try judge(rule, RuleUsage(opens: 1), at: "2025-01-06T10:15", wall: wall)
      #expect(over == .gated(opensLeft: 2))
    }
  }

  @Test("of two gates the one with fewer opens holds, and a gate beats a day without one")
  func gates() throws {
    let rule = try openLimit(3, days: .weekdays)
    #expect(
      try judge(
        rule, RuleUsage(opens: 2), wallUsage: RuleUsage(opens: 1), at: "2025-01-07T10:00",
        wall: "2025-01-06T10:00") == .gated(opensLeft: 1))
    #expect(
      try judge(rule, RuleUsage(), at: "2025-01-05T10:00", wall: "2025-01-06T10:00")
        == .gated(opensLeft: 3))
  }

  @Test("a soft unblock isn't stretched by a wall clock that is set, and opens nothing by itself")
  func pause() throws {
    var rule = try schedule("09:00", "17:00")
    rule.pausedUntil = try moment("2025-01-06T17:00").instant
    #expect(try !judge(rule, at: "2025-01-06T10:00", wall: "2025-01-06T12:00").blocks)
    #expect(try judge(rule, at: "2025-01-06T10:00", wall: "2025-01-07T12:00").blocks)
    #expect(try judge(rule, at: "2025-01-07T10:00", wall: "2025-01-06T12:00").blocks)
    rule.pausedUntil = nil
    let early = try moments("2025-01-06T08:00", wall: "2025-01-06T12:00")
    #expect(RulePolicy.refusalOfPause(rule, at: early)?.code == .notScheduled)
    let inside = try moments("2025-01-06T10:00", wall: "2025-01-06T18:00")
    #expect(RulePolicy.refusalOfPause(rule, at: inside) == nil)
  }

  @Test("hard mode locks while either moment lies in the window")
  func hard() throws {
    let rule = try schedule("09:00", "17:00", hard: true)
    for (trusted, wall) in [
      ("2025-01-06T10:00", "2025-01-06T18:00"), ("2025-01-06T18:00", "2025-01-06T10:00"),
    ] {
      let moments = try moments(trusted, wall: wall)
      let judged = JudgedRule(
        rule, usage: .none, doubt: JudgedRule.Doubt(usage: .none, wallUsage: .none), at: moments)
      #expect(RulePolicy.areListsLocked([judged]))
      #expect(RulePolicy.refusal(of: .disable, on: judged, at: moments.trusted)?.code == .hardMode)
    }
  }

  @Test("what is remembered of a hard rule holds outside its window, until its end")
  func remembered() throws {
    let rule = try schedule("09:00", "17:00", hard: true)
    let end = try moment("2025-01-06T20:00").instant
    let usage = RuleUsage(lockedUntil: end)
    #expect(try judge(rule, usage, at: "2025-01-06T18:00", wall: nil) == .active(until: end))
    #expect(try judge(rule, usage, at: "2025-01-06T10:00", wall: nil) == .active(until: end))
    #expect(try !judge(rule, usage, at: "2025-01-06T20:00", wall: nil).blocks)
  }
}
