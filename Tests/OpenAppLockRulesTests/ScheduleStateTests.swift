import CivilTime
import OpenAppLockRules
import ScreenTimeModel
import Testing

/// A row: the window, its days, the local reading, and until when it blocks or when it starts next.
struct WindowRow: Sendable, CustomTestStringConvertible {
  let about: String
  let from: String
  let to: String
  let days: WeekdaySet
  let zone: String
  let now: String
  let until: String?
  let next: String?

  init(
    _ about: String, _ from: String, _ to: String, _ days: WeekdaySet, _ now: String,
    until: String? = nil, next: String? = nil, zone: String = "UTC"
  ) {
    self.about = about
    self.from = from
    self.to = to
    self.days = days
    self.zone = zone
    self.now = now
    self.until = until
    self.next = next
  }

  var testDescription: String { about }
}

@Suite("Schedule rules")
struct ScheduleStateTests {
  @Test(
    "a schedule blocks in its window and nowhere else",
    arguments: [
      WindowRow(
        "a minute before it starts", "09:00", "17:00", .weekdays, "2025-01-06T08:59",
        next: "2025-01-06T09:00"),
      WindowRow(
        "the first instant belongs to it", "09:00", "17:00", .weekdays, "2025-01-06T09:00",
        until: "2025-01-06T17:00"),
      WindowRow(
        "the last second belongs to it", "09:00", "17:00", .weekdays, "2025-01-06T16:59:59",
        until: "2025-01-06T17:00"),
      WindowRow(
        "its end does not, and the next start is another day's", "09:00", "17:00", .weekdays,
        "2025-01-06T17:00", next: "2025-01-07T09:00"),
      WindowRow(
        "Friday evening waits for Monday", "09:00", "17:00", .weekdays, "2025-01-10T18:00",
        next: "2025-01-13T09:00"),
      WindowRow(
        "Monday's night covers Tuesday morning", "22:00", "06:00", [.monday], "2025-01-07T03:00",
        until: "2025-01-07T06:00"),
      WindowRow(
        "Monday's night does not cover Monday morning", "22:00", "06:00", [.monday],
        "2025-01-06T03:00", next: "2025-01-06T22:00"),
      WindowRow(
        "a night without Sunday leaves Monday morning free", "23:00", "06:30",
        [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday], "2025-01-06T05:00",
        next: "2025-01-06T23:00"),
      WindowRow(
        "a night without Sunday covers Sunday morning, which is Saturday's", "23:00", "06:30",
        [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday], "2025-01-05T05:00",
        until: "2025-01-05T06:30"),
      WindowRow(
        "midnight inside changes nothing", "18:00", "09:00", .everyday, "2025-01-07T00:00",
        until: "2025-01-07T09:00"),
      WindowRow(
        "a window that ends at midnight lasts three hours", "21:00", "00:00", .everyday,
        "2025-01-06T21:00", until: "2025-01-07T00:00"),
      WindowRow(
        "and is over at midnight", "21:00", "00:00", .everyday, "2025-01-07T00:00",
        next: "2025-01-07T21:00"),
      WindowRow(
        "equal readings are 24 hours", "10:00", "10:00", [.monday], "2025-01-07T09:59",
        until: "2025-01-07T10:00"),
      WindowRow(
        "and not a minute more", "10:00", "10:00", [.monday], "2025-01-07T10:00",
        next: "2025-01-13T10:00"),
      WindowRow(
        "a 24-hour window of every day ends when the next one starts", "10:00", "10:00", .everyday,
        "2025-01-07T10:00", until: "2025-01-08T10:00"),
      WindowRow(
        "09:00 is 09:00 on the day that has 23 hours", "09:00", "17:00", .everyday,
        "2025-03-30T09:00", until: "2025-03-30T17:00", zone: berlin),
      WindowRow(
        "and not an hour later", "09:00", "17:00", .everyday, "2025-03-30T08:59",
        next: "2025-03-30T09:00", zone: berlin),
      WindowRow(
        "09:00 is 09:00 on the day that has 25 hours", "09:00", "17:00", .everyday,
        "2025-10-26T08:59", next: "2025-10-26T09:00", zone: berlin),
      WindowRow(
        "a start in the gap is the first instant after it", "02:30", "05:00", .everyday,
        "2025-03-30T03:00", until: "2025-03-30T05:00", zone: berlin),
      WindowRow(
        "a window that the gap swallows is not active that day", "02:10", "02:50", .everyday,
        "2025-03-30T03:00", next: "2025-03-31T02:10", zone: berlin),
      WindowRow(
        "a doubled start is the first one", "02:30", "05:00", .everyday,
        "2025-10-26T02:30+02:00", until: "2025-10-26T05:00", zone: berlin),
      WindowRow(
        "a doubled end is the last one", "01:00", "02:30", .everyday, "2025-10-26T02:30+02:00",
        until: "2025-10-26T02:30+01:00", zone: berlin),
    ])
  func blocksInItsWindow(row: WindowRow) throws {
    let rule = try schedule(row.from, row.to, days: row.days)
    let state = RuleState.of(rule, usage: .none, at: try moment(row.now, row.zone))
    if let until = row.until {
      #expect(state == .active(until: try instant(until, row.zone)))
    } else {
      #expect(state == .waiting(nextStart: try row.next.map { try instant($0, row.zone) }))
    }
  }

  @Test("two windows that touch leave no gap, in whatever order they are judged (W4)")
  func touchingWindows() throws {
    let night = try schedule("21:00", "05:00", 1)
    let day = try schedule("05:00", "20:00", 2)
    for second in -2...2 {
      let now = Moment(
        try instant("2025-01-07T05:00") + .seconds(second), in: try moment("2025-01-07T05:00").zone)
      #expect([night, day].contains { RuleState.of($0, usage: .none, at: now).shields })
    }
    #expect(!RuleState.of(night, usage: .none, at: try moment("2025-01-07T05:00")).shields)
  }

  @Test("a rule that is off, without days or without apps never blocks, not even Allow Only (W5)")
  func nothingChosen() throws {
    let now = try moment("2025-01-06T12:00")
    let config = ScheduleConfig(window: try window("09:00", "17:00"))
    let allowOnly = ScheduleConfig(window: config.window, selectionMode: .allowOnly)
    let sites = FamilyActivitySelection(
      webDomainTokens: [try WebDomainToken(parsing: "chess.test")])
    let rows: [(RuleSnapshot, RuleState)] = [
      (try rule(.schedule(config), isEnabled: false, selection: apps(chess)), .disabled),
      (try rule(.schedule(config), days: [], selection: apps(chess)), .noDays),
      (try rule(.schedule(config), selection: nil), .noApps),
      (try rule(.schedule(config), selection: FamilyActivitySelection()), .noApps),
      (try rule(.schedule(allowOnly), selection: nil), .noApps),
      (try rule(.schedule(allowOnly), selection: FamilyActivitySelection()), .noApps),
      (try rule(.schedule(allowOnly), selection: sites), .noApps),
    ]
    for (rule, expected) in rows {
      let state = RuleState.of(rule, usage: .none, at: now)
      #expect(state == expected)
      #expect(RuleShield.settings(for: rule, state).isEmpty)
      #expect(RuleActivities.activities(for: rule).isEmpty)
    }
  }

  @Test("a rule follows the zone that the device is in now (W7)")
  func followsTheZone() throws {
    let rule = try schedule("09:00", "17:00")
    let now = try instant("2025-01-06T09:00", berlin)
    let newYork = try Zone(identifier: "America/New_York")
    #expect(RuleState.of(rule, usage: .none, at: try moment("2025-01-06T09:00", berlin)).blocks)
    #expect(!RuleState.of(rule, usage: .none, at: Moment(now, in: newYork)).blocks)
  }

  @Test("a soft unblock ends with the window and shows nothing outside of it (U1)")
  func pauses() throws {
    let end = try instant("2025-01-06T17:00")
    let paused = try schedule("09:00", "17:00", pausedUntil: end)
    #expect(
      RuleState.of(paused, usage: .none, at: try moment("2025-01-06T10:00")) == .paused(until: end))
    #expect(
      RuleState.of(paused, usage: .none, at: try moment("2025-01-06T08:00"))
        == .waiting(nextStart: try instant("2025-01-06T09:00")))
    #expect(
      RuleState.of(paused, usage: .none, at: try moment("2025-01-07T10:00"))
        == .active(until: try instant("2025-01-07T17:00")))
    let shortened = try schedule("09:00", "12:00", pausedUntil: end)
    #expect(
      RuleState.of(shortened, usage: .none, at: try moment("2025-01-06T10:00"))
        == .paused(until: try instant("2025-01-06T12:00")))
  }
}
