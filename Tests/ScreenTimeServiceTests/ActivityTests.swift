import Bus
import CivilTime
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import Testing

@Suite("Activities")
struct ActivityTests {
  @Test("a daily interval starts and ends every day")
  func daily() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let monitor = fixture.monitor()
    try fixture.client().monitor("work", "09:00", "17:00")
    try fixture.go(to: "2025-01-07T12:00")
    #expect(
      monitor.log == [
        "2025-01-06 09:00 intervalDidStart work", "2025-01-06 17:00 intervalDidEnd work",
        "2025-01-07 09:00 intervalDidStart work",
      ])
  }

  @Test("an interval over midnight is one interval")
  func midnight() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let monitor = fixture.monitor()
    try fixture.client().monitor("night", "22:00", "06:30")
    try fixture.go(to: "2025-01-07T08:00")
    #expect(
      monitor.log == [
        "2025-01-06 22:00 intervalDidStart night", "2025-01-07 06:30 intervalDidEnd night",
      ])
  }

  @Test("a window that ends at midnight ends there, and a whole day follows on the last")
  func untilMidnight() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let monitor = fixture.monitor()
    try fixture.client().monitor("evening", "21:00", "00:00")
    try fixture.client().monitor("day", "00:00", "00:00")
    try fixture.go(to: "2025-01-07T01:00")
    #expect(
      monitor.log == [
        "2025-01-06 08:00 intervalDidStart day", "2025-01-06 21:00 intervalDidStart evening",
        "2025-01-07 00:00 intervalDidEnd day", "2025-01-07 00:00 intervalDidEnd evening",
        "2025-01-07 00:00 intervalDidStart day",
      ])
  }

  @Test("an interval with a zone of its own keeps to it, whatever the machine's becomes")
  func ownZone() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let monitor = fixture.monitor()
    let machine = fixture.service.clock.zone
    try fixture.client().monitor("family", "00:00", "00:00", zone: "Asia/Tokyo")
    let midnight = try Zone(identifier: "Asia/Tokyo").instant(parsing: "2025-01-07T00:00")
    let inMachine = machine.reading(at: midnight)
    try fixture.go(to: "\(inMachine.date)T\(inMachine.time)")
    _ = try fixture.client().ask(ClockZone(zone: "America/New_York"))
    #expect(
      monitor.log.map { $0.split(separator: " ", maxSplits: 2).last.map(String.init) } == [
        "intervalDidStart family", "intervalDidEnd family", "intervalDidStart family",
      ])
  }

  @Test("a weekly interval starts on its weekday only")
  func weekly() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let monitor = fixture.monitor()
    try fixture.client().monitor("sunday", "09:00", "20:00", weekday: .sunday)
    try fixture.go(to: "2025-01-20T00:00")
    #expect(
      monitor.log == [
        "2025-01-12 09:00 intervalDidStart sunday", "2025-01-12 20:00 intervalDidEnd sunday",
        "2025-01-19 09:00 intervalDidStart sunday", "2025-01-19 20:00 intervalDidEnd sunday",
      ])
  }

  @Test(
    "edges are readings of the wall clock on the days on which it is set",
    arguments: [
      // The gap swallows 02:30; what comes instead is its end.
      ("2025-03-29T12:00", "02:30", "09:00", "2025-03-30 03:00", "2025-03-30 09:00"),
      // 02:30 comes twice: a window starts at the first and ends at the last.
      ("2025-10-25T12:00", "01:00", "02:30", "2025-10-26 01:00", "2025-10-26 02:30"),
      ("2025-03-29T12:00", "09:00", "17:00", "2025-03-30 09:00", "2025-03-30 17:00"),
    ])
  func clockChange(
    start: String, from: String, to: String, starts: String, ends: String
  ) throws {
    let fixture = try Fixture(start)
    let monitor = fixture.monitor()
    try fixture.client().monitor("w", from, to)
    try fixture.pass(.seconds(36 * 3600))
    let edges = monitor.log.filter { $0.hasPrefix(String(starts.prefix(10))) }
    #expect(edges == ["\(starts) intervalDidStart w", "\(ends) intervalDidEnd w"])
  }

  @Test("the window over the hour that comes twice lasts an hour longer")
  func autumnLength() throws {
    let fixture = try Fixture("2025-10-25T12:00")
    let monitor = fixture.monitor()
    var instants: [Instant] = []
    monitor.react = { callback, _ in instants.append(callback.now) }
    try fixture.client().monitor("w", "01:00", "02:30")
    try fixture.go(to: "2025-10-26T12:00")
    #expect(instants.count == 2)
    #expect(instants.last.map { $0 - instants[0] } == .seconds(2 * 3600 + 1800))
  }

  @Test("windows that touch are handed over end first, whatever they are called")
  func touching() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let monitor = fixture.monitor()
    try fixture.client().monitor("a-second", "10:00", "11:00")
    try fixture.client().monitor("b-first", "09:00", "10:00")
    try fixture.go(to: "2025-01-06T10:00")
    #expect(
      monitor.log == [
        "2025-01-06 09:00 intervalDidStart b-first", "2025-01-06 10:00 intervalDidEnd b-first",
        "2025-01-06 10:00 intervalDidStart a-second",
      ])
  }

  @Test("monitoring that starts inside the interval delivers its start at once")
  func startInside() throws {
    let fixture = try Fixture("2025-01-06T12:00")
    let monitor = fixture.monitor()
    try fixture.client().monitor("work", "09:00", "17:00")
    try fixture.settle()
    #expect(monitor.log == ["2025-01-06 12:00 intervalDidStart work"])
  }

  @Test("stopping inside the interval delivers its end, outside nothing")
  func stopInside() throws {
    let fixture = try Fixture("2025-01-06T12:00")
    let monitor = fixture.monitor()
    let client = fixture.client()
    try client.monitor("in", "09:00", "17:00")
    try client.monitor("out", "18:00", "19:00")
    try fixture.settle()
    try client.stop("in", "out", "never")
    try fixture.settle()
    #expect(
      monitor.log == [
        "2025-01-06 12:00 intervalDidStart in", "2025-01-06 12:00 intervalDidEnd in",
      ])
    #expect(try client.ask(ActivityList()).activities.isEmpty)
  }

  @Test("stopping without names stops the group's own and nobody else's")
  func stopAll() throws {
    let fixture = try Fixture()
    try fixture.client().monitor("a", "09:00", "10:00")
    try fixture.client(group: "group.other").monitor("a", "09:00", "10:00")
    _ = try fixture.client().ask(ActivityStop())
    #expect(try fixture.client().ask(ActivityList()).activities.isEmpty)
    #expect(try fixture.client(group: "group.other").ask(ActivityList()).activities.count == 1)
  }

  @Test("a replacement takes the place of the old one, edges and all")
  func replaces() throws {
    let fixture = try Fixture("2025-01-06T12:00")
    let monitor = fixture.monitor()
    let client = fixture.client()
    try client.monitor("w", "09:00", "17:00")
    try fixture.settle()
    try client.monitor("w", "11:00", "13:00")
    try fixture.go(to: "2025-01-06T18:00")
    #expect(
      monitor.takeLog() == [
        "2025-01-06 12:00 intervalDidStart w", "2025-01-06 12:00 intervalDidStart w",
        "2025-01-06 13:00 intervalDidEnd w",
      ])
    try client.monitor("w", "17:00", "19:00")
    try client.monitor("w", "20:00", "21:00")
    try fixture.settle()
    #expect(
      monitor.log == [
        "2025-01-06 18:00 intervalDidStart w", "2025-01-06 18:00 intervalDidEnd w",
      ])
  }

  @Test("an interval without repetition ends, and is monitored no more")
  func once() throws {
    let fixture = try Fixture("2025-01-06T23:50")
    let monitor = fixture.monitor()
    let client = fixture.client()
    try client.monitor("session", "23:50", "00:05", repeats: false)
    try fixture.go(to: "2025-01-08T00:00")
    #expect(
      monitor.log == [
        "2025-01-06 23:50 intervalDidStart session", "2025-01-07 00:05 intervalDidEnd session",
      ])
    #expect(try client.ask(ActivityList()).activities.isEmpty)
  }

  @Test("warnings come before both edges, once")
  func warnings() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let monitor = fixture.monitor()
    try fixture.client().monitor("w", "09:00", "10:00", warning: 600)
    try fixture.go(to: "2025-01-06T12:00")
    #expect(
      monitor.log == [
        "2025-01-06 08:50 intervalWillStartWarning w", "2025-01-06 09:00 intervalDidStart w",
        "2025-01-06 09:50 intervalWillEndWarning w", "2025-01-06 10:00 intervalDidEnd w",
      ])
  }

  @Test("what was missed while the service was down comes once, the end before the start")
  func missed() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    fixture.monitor()
    try fixture.client().monitor("a", "09:00", "17:00")
    try fixture.client().monitor("b", "20:00", "21:00", repeats: false)
    try fixture.go(to: "2025-01-06T12:00")
    try fixture.restart(after: .seconds(2 * 86_400))
    let monitor = fixture.monitor()
    try fixture.settle()
    #expect(
      monitor.log == [
        "2025-01-08 12:00 intervalDidEnd a", "2025-01-08 12:00 intervalDidEnd b",
        "2025-01-08 12:00 intervalDidStart a",
      ])
  }

  @Test("a restart inside an interval delivers nothing twice")
  func restartInside() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    fixture.monitor()
    try fixture.client().monitor("a", "09:00", "17:00")
    try fixture.go(to: "2025-01-06T12:00")
    try fixture.restart()
    let monitor = fixture.monitor()
    try fixture.go(to: "2025-01-06T18:00")
    #expect(monitor.log == ["2025-01-06 17:00 intervalDidEnd a"])
  }

  @Test("a callback that was owed when the service ended is delivered by the next one")
  func owed() throws {
    let fixture = try Fixture("2025-01-06T12:00")
    let silent = fixture.monitor()
    silent.isSilent = true
    try fixture.client().monitor("a", "09:00", "17:00")
    try fixture.wait("the callback") { !silent.unanswered.isEmpty }
    try fixture.restart()
    let monitor = fixture.monitor()
    try fixture.settle()
    #expect(monitor.log == ["2025-01-06 12:00 intervalDidStart a"])
  }

  @Test("another zone moves the edges of what goes on, and ends what it no longer holds")
  func zoneChange() throws {
    let fixture = try Fixture("2025-01-06T16:00")
    let monitor = fixture.monitor()
    try fixture.client().monitor("work", "09:00", "17:00")
    try fixture.client().monitor("late", "15:00", "17:00")
    try fixture.settle()
    _ = monitor.takeLog()
    // 16:00 in Berlin is 10:00 in New York.
    fixture.clock.set(zone: try Zone(identifier: "America/New_York"))
    try fixture.settle()
    #expect(monitor.takeLog() == ["2025-01-06 10:00 intervalDidEnd late"])
    try fixture.pass(.seconds(7 * 3600))
    #expect(
      monitor.log == [
        "2025-01-06 15:00 intervalDidStart late", "2025-01-06 17:00 intervalDidEnd late",
        "2025-01-06 17:00 intervalDidEnd work",
      ])
  }

  @Test("a wall clock that a time server sets is followed at once")
  func clockSet() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let monitor = fixture.monitor()
    try fixture.client().monitor("work", "09:00", "17:00")
    fixture.clock.set(
      now: try fixture.zone.instant(parsing: "2025-01-06T10:00"), isSynchronised: true)
    try fixture.settle()
    fixture.clock.set(
      now: try fixture.zone.instant(parsing: "2025-01-06T08:00"), isSynchronised: true)
    try fixture.settle()
    #expect(
      monitor.log == [
        "2025-01-06 10:00 intervalDidStart work", "2025-01-06 08:00 intervalDidEnd work",
      ])
  }
}
