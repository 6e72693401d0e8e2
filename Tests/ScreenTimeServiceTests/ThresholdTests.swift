import Bus
import CivilTime
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import Testing

@Suite("Thresholds and use")
struct ThresholdTests {
  @Test("each threshold fires exactly when use reaches it, once")
  func exact() throws {
    let fixture = try Fixture("2025-01-06T10:00:20")
    let monitor = fixture.monitor()
    let client = fixture.client()
    try client.monitor(
      "rule", "00:00", "00:00",
      events: [
        "minutes-1": try minutes(1, "org.test.Chess"),
        "minutes-2": try minutes(2, "org.test.Chess"),
        "minutes-10": try minutes(10, "org.test.Chess"),
      ])
    try fixture.settle()
    _ = monitor.takeLog()
    try client.use("org.test.Chess")
    try fixture.pass(.seconds(90))
    try client.use()
    try fixture.pass(.seconds(3600))
    try client.use("org.test.Chess")
    try fixture.pass(.seconds(3600))
    #expect(
      monitor.log == [
        "2025-01-06 10:01:20 eventDidReachThreshold rule minutes-1",
        "2025-01-06 11:02:20 eventDidReachThreshold rule minutes-2",
        "2025-01-06 11:10:20 eventDidReachThreshold rule minutes-10",
      ])
  }

  @Test("a virtual clock counts what runs while nobody tells what is in front")
  func runningPrograms() throws {
    let fixture = try Fixture("2025-01-06T10:00")
    let monitor = fixture.monitor()
    try fixture.client().monitor(
      "rule", "00:00", "00:00", events: ["minutes-5": try minutes(5, "org.test.Chess")])
    try fixture.settle()
    _ = monitor.takeLog()
    try fixture.pass(.seconds(600))
    #expect(monitor.log == [])
    fixture.backend.running = [try app("org.test.Chess")]
    try fixture.pass(.seconds(600))
    #expect(monitor.log == ["2025-01-06 10:15 eventDidReachThreshold rule minutes-5"])
  }

  @Test("two apps at once count once, and another app not at all")
  func union() throws {
    let fixture = try Fixture("2025-01-06T10:00")
    let monitor = fixture.monitor()
    let client = fixture.client()
    try client.monitor(
      "rule", "00:00", "00:00",
      events: ["ten": try minutes(10, "org.test.Chess", "org.test.Mines")])
    try fixture.settle()
    _ = monitor.takeLog()
    try client.use("org.test.Chess", "org.test.Mines")
    try fixture.pass(.seconds(300))
    try client.use("org.test.Chat")
    try fixture.pass(.seconds(300))
    try client.use("org.test.Mines")
    try fixture.pass(.seconds(300))
    #expect(monitor.log == ["2025-01-06 10:15 eventDidReachThreshold rule ten"])
    let selection = FamilyActivitySelection(
      applicationTokens: [try app("org.test.Chess"), try app("org.test.Mines")])
    #expect(try client.ask(UsageRead(selection: selection)).seconds == 600)
    #expect(try client.ask(UsageRead(selection: FamilyActivitySelection())).seconds == 900)
  }

  @Test("an event that names nothing means all activity; a category means its apps")
  func selections() throws {
    let fixture = try Fixture("2025-01-06T10:00", categories: ["org.test.Mines": "games"])
    let monitor = fixture.monitor()
    let client = fixture.client()
    let games = ActivityEvent(
      selection: FamilyActivitySelection(
        categoryTokens: [try ActivityCategoryToken(parsing: "games")]), thresholdSeconds: 60)
    try client.monitor("rule", "00:00", "00:00", events: ["any": try minutes(2), "games": games])
    try fixture.settle()
    _ = monitor.takeLog()
    try client.use("org.test.Chess")
    try fixture.pass(.seconds(90))
    try client.use("org.test.Mines")
    try fixture.pass(.seconds(90))
    #expect(
      monitor.log == [
        "2025-01-06 10:02 eventDidReachThreshold rule any",
        "2025-01-06 10:02:30 eventDidReachThreshold rule games",
      ])
  }

  @Test("time under a shield is not use, and a shield set by a threshold stops the count there")
  func shielded() throws {
    let fixture = try Fixture("2025-01-06T10:00")
    let monitor = fixture.monitor()
    monitor.react = { callback, client in
      if callback.event != nil { try client.shield("rule", ["org.test.Chess"]) }
    }
    let client = fixture.client()
    try client.monitor(
      "rule", "00:00", "00:00",
      events: ["one": try minutes(1, "org.test.Chess"), "two": try minutes(2, "org.test.Chess")])
    try client.use("org.test.Chess")
    try fixture.pass(.seconds(3600))
    #expect(monitor.log.count == 2)
    #expect(fixture.backend.blocked == ["org.test.Chess"])
    let read = UsageRead(
      selection: FamilyActivitySelection(applicationTokens: [try app("org.test.Chess")]))
    #expect(try client.ask(read).seconds == 60)
    try client.shield("rule", [])
    try monitor.client?.shield("rule", [])
    try fixture.pass(.seconds(30))
    #expect(try client.ask(read).seconds == 90)
  }

  @Test("use over midnight belongs to both days, each its part")
  func midnight() throws {
    let fixture = try Fixture("2025-01-06T23:40")
    let monitor = fixture.monitor()
    let client = fixture.client()
    try client.monitor(
      "rule", "00:00", "00:00", events: ["25": try minutes(25, "org.test.Chess")])
    try client.use("org.test.Chess")
    try fixture.pass(.seconds(30 * 60))
    let all = FamilyActivitySelection()
    let first = try CivilDate(parsing: "2025-01-06")
    #expect(try client.ask(UsageRead(selection: all, date: first)).seconds == 1200)
    #expect(try client.ask(UsageRead(selection: all)).seconds == 600)
    #expect(!monitor.log.contains { $0.contains("eventDid") })
    try fixture.pass(.seconds(15 * 60))
    #expect(monitor.log.last == "2025-01-07 00:25 eventDidReachThreshold rule 25")
  }

  @Test(
    "use before monitoring started counts only where the event says so",
    arguments: [true, false])
  func past(includes: Bool) throws {
    let fixture = try Fixture("2025-01-06T10:00")
    let monitor = fixture.monitor()
    let client = fixture.client()
    try client.use("org.test.Chess")
    try fixture.pass(.seconds(600))
    try client.monitor(
      "rule", "00:00", "00:00",
      events: ["15": try minutes(15, "org.test.Chess", past: includes)])
    try fixture.pass(.seconds(1200))
    let reached = includes ? "10:15" : "10:25"
    #expect(
      monitor.log == [
        "2025-01-06 10:10 intervalDidStart rule",
        "2025-01-06 \(reached) eventDidReachThreshold rule 15",
      ])
  }

  @Test("a threshold that past use has reached already fires with the start")
  func pastReached() throws {
    let fixture = try Fixture("2025-01-06T10:00")
    let monitor = fixture.monitor()
    let client = fixture.client()
    try client.use("org.test.Chess")
    try fixture.pass(.seconds(600))
    try client.monitor(
      "rule", "00:00", "00:00",
      events: [
        "10": try minutes(10, "org.test.Chess", past: true),
        "2": try minutes(2, "org.test.Chess", past: true),
      ])
    try fixture.settle()
    #expect(
      monitor.log == [
        "2025-01-06 10:10 intervalDidStart rule",
        "2025-01-06 10:10 eventDidReachThreshold rule 2",
        "2025-01-06 10:10 eventDidReachThreshold rule 10",
      ])
  }

  @Test("an interval that starts later is not taken for yesterday's: nothing fires at once")
  func notYesterday() throws {
    let fixture = try Fixture("2025-01-06T10:00")
    let monitor = fixture.monitor()
    let client = fixture.client()
    try client.use("org.test.Chess")
    try fixture.pass(.seconds(600))
    try client.monitor(
      "rule", "10:11", "11:00", repeats: false,
      events: ["5": try minutes(5, "org.test.Chess", past: true)])
    try fixture.go(to: "2025-01-06T10:30")
    #expect(
      monitor.log == [
        "2025-01-06 10:11 intervalDidStart rule",
        "2025-01-06 10:16 eventDidReachThreshold rule 5",
      ])
  }

  @Test("counts and what has fired survive a restart")
  func restart() throws {
    let fixture = try Fixture("2025-01-06T10:00")
    fixture.monitor()
    let client = fixture.client()
    try client.monitor(
      "rule", "00:00", "00:00",
      events: ["1": try minutes(1, "org.test.Chess"), "5": try minutes(5, "org.test.Chess")])
    try client.use("org.test.Chess")
    try fixture.pass(.seconds(180))
    try fixture.restart(after: .seconds(3600))
    let monitor = fixture.monitor()
    try fixture.client().use("org.test.Chess")
    let reporter = fixture.client()
    try reporter.use("org.test.Chess")
    try fixture.pass(.seconds(600))
    #expect(monitor.log == ["2025-01-06 11:05 eventDidReachThreshold rule 5"])
  }

  @Test("what a reporter said ends with the reporter")
  func reporterGone() throws {
    let fixture = try Fixture("2025-01-06T10:00")
    let reporter = fixture.client()
    try reporter.use("org.test.Chess")
    try fixture.pass(.seconds(60))
    reporter.connection.close()
    try fixture.pass(.seconds(60))
    let all = FamilyActivitySelection()
    #expect(try fixture.client().ask(UsageRead(selection: all)).seconds == 60)
  }

  @Test("a warning comes before a threshold, once")
  func warning() throws {
    let fixture = try Fixture("2025-01-06T10:00")
    let monitor = fixture.monitor()
    let client = fixture.client()
    try client.monitor(
      "rule", "00:00", "23:00", warning: 120, events: ["10": try minutes(10, "org.test.Chess")])
    try client.use("org.test.Chess")
    try fixture.pass(.seconds(1200))
    #expect(
      monitor.log == [
        "2025-01-06 10:00 intervalDidStart rule",
        "2025-01-06 10:08 eventWillReachThresholdWarning rule 10",
        "2025-01-06 10:10 eventDidReachThreshold rule 10",
      ])
  }

  @Test("a threshold that is reached as the interval ends comes before the end")
  func atTheEnd() throws {
    let fixture = try Fixture("2025-01-06T10:00")
    let monitor = fixture.monitor()
    let client = fixture.client()
    try client.monitor(
      "rule", "09:00", "10:10", events: ["10": try minutes(10, "org.test.Chess")])
    try client.use("org.test.Chess")
    try fixture.pass(.seconds(3600))
    #expect(
      monitor.log == [
        "2025-01-06 10:00 intervalDidStart rule",
        "2025-01-06 10:10 eventDidReachThreshold rule 10",
        "2025-01-06 10:10 intervalDidEnd rule",
      ])
  }

  @Test("a new interval counts from nothing")
  func nextInterval() throws {
    let fixture = try Fixture("2025-01-06T23:59")
    let monitor = fixture.monitor()
    let client = fixture.client()
    try client.monitor("rule", "00:00", "00:00", events: ["1": try minutes(1, "org.test.Chess")])
    try client.use("org.test.Chess")
    try fixture.pass(.seconds(180))
    #expect(monitor.log.filter { $0.contains("eventDid") }.count == 2)
    #expect(monitor.log.last == "2025-01-07 00:01 eventDidReachThreshold rule 1")
  }
}
