import Bus
import CivilTime
import EventLoop
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import Testing

/// A service on a machine whose clock somebody else moves.
@Suite("Trusted time")
struct TrustedTimeTests {
  @Test("a wall clock that is set moves no edge, is told to everybody, and is a fault (C2, C3)")
  func set() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let monitor = fixture.monitor()
    let client = fixture.client()
    try client.monitor("work", "09:00", "17:00")
    let reading = try client.ask(ClockShift(seconds: 3 * 3600))
    #expect(reading.now == fixture.service.time.now)
    #expect(reading.suspicion?.wall == reading.now + .seconds(3 * 3600))
    #expect(monitor.log.isEmpty)
    #expect(try client.status().faults.map(\.code) == ["clockSuspect"])
    var walls: [Instant?] = []
    monitor.react = { callback, _ in walls.append(callback.suspicion?.wall) }
    try fixture.go(to: "2025-01-06T09:30")
    #expect(monitor.log == ["2025-01-06 09:00 intervalDidStart work"])
    #expect(walls == [try fixture.zone.instant(parsing: "2025-01-06T12:00")])
  }

  @Test("the suspicion ends when the clocks agree again")
  func agree() throws {
    let fixture = try Fixture()
    let client = fixture.client()
    _ = try client.ask(ClockShift(seconds: -7200))
    #expect(try client.ask(ClockShift(seconds: 7100)).suspicion?.wall == nil)
    #expect(try client.status().faults.isEmpty)
  }

  @Test("a time server's time is taken at once, both ways")
  func synchronised() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let monitor = fixture.monitor()
    let client = fixture.client()
    try client.monitor("work", "09:00", "17:00")
    let later = try client.ask(ClockShift(seconds: 7200, synchronised: true))
    #expect(later.now == (try fixture.zone.instant(parsing: "2025-01-06T10:00")))
    #expect(later.suspicion?.wall == nil)
    _ = try client.ask(ClockShift(seconds: -7200, synchronised: true))
    #expect(
      monitor.log == [
        "2025-01-06 10:00 intervalDidStart work", "2025-01-06 08:00 intervalDidEnd work",
      ])
  }

  @Test("an administrator accepts the time; whoever only runs the service may not")
  func accept() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let client = fixture.client()
    _ = try client.ask(ClockShift(seconds: 7200))
    #expect(ClockAccept.traits.senders == [.root])
    let reading = try fixture.administrator().ask(ClockAccept())
    #expect(reading.now == (try fixture.zone.instant(parsing: "2025-01-06T10:00")))
    #expect(reading.suspicion?.wall == nil)
    #expect(try client.status().faults.isEmpty)
    try fixture.restart()
    #expect(fixture.service.time.now == reading.now)
  }

  @Test("the service's own end and another start change nothing about the time that is trusted")
  func restart() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    _ = try fixture.client().ask(ClockShift(seconds: 7200))
    try fixture.restart(after: .seconds(600))
    let reading = try fixture.client().ask(ClockRead())
    #expect(reading.now == (try fixture.zone.instant(parsing: "2025-01-06T08:10")))
    #expect(reading.suspicion?.wall == (try fixture.zone.instant(parsing: "2025-01-06T10:10")))
    #expect(try fixture.client().status().faults.map(\.code) == ["clockSuspect"])
  }

  @Test("a crash costs at most what was not recorded")
  func crash() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    try fixture.pass(.seconds(3600))
    try fixture.crash(after: .seconds(60))
    #expect(
      fixture.service.time.now == (try fixture.zone.instant(parsing: "2025-01-06T09:01")))
  }

  @Test("a reboot is no reason for an alarm; time goes on by the hardware's clock")
  func reboot() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let monitor = fixture.monitor()
    try fixture.client().monitor("work", "09:00", "17:00")
    try fixture.go(to: "2025-01-06T08:59")
    try fixture.reboot(after: .seconds(300))
    let after = TestMonitor(fixture.service, identifier: "group.test.monitor")
    try fixture.settle()
    #expect(monitor.log.isEmpty)
    #expect(after.log == ["2025-01-06 09:04 intervalDidStart work"])
    let status = try fixture.client().status()
    #expect(status.clock.suspicion?.wall == nil)
    #expect(!status.faults.map(\.code).contains("clockSuspect"))
  }

  @Test("across a reboot a clock that was set back doesn't take the time back with it")
  func rebootBack() throws {
    let fixture = try Fixture("2025-01-06T12:00")
    _ = try fixture.client().ask(ClockShift(seconds: -86_400))
    try fixture.reboot(after: .seconds(60))
    let reading = try fixture.client().ask(ClockRead())
    #expect(reading.now == (try fixture.zone.instant(parsing: "2025-01-06T12:00")))
    #expect(reading.suspicion?.wall == (try fixture.zone.instant(parsing: "2025-01-05T12:01")))
  }

  @Test("use is counted by what has passed, on the trusted day, while the clock is set to and fro")
  func use() throws {
    let fixture = try Fixture("2025-01-06T12:00")
    let client = fixture.client()
    try client.use("org.test.Chess")
    for shift in [86_400, -2 * 86_400, 86_400] {
      _ = try client.ask(ClockShift(seconds: Int64(shift)))
      try fixture.pass(.seconds(60))
    }
    let all = FamilyActivitySelection()
    for (date, seconds) in [("2025-01-05", 0), ("2025-01-06", 180), ("2025-01-07", 0)] {
      let used = try client.ask(UsageRead(selection: all, date: try CivilDate(parsing: date)))
      #expect(used.seconds == seconds)
    }
  }

  @Test("a machine that sleeps uses nothing, and what came due is taken once on waking (C4)")
  func sleep() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let monitor = fixture.monitor()
    let client = fixture.client()
    try client.monitor("work", "09:00", "10:00")
    try client.monitor("day", "00:00", "00:00", events: ["m": try minutes(30, "org.test.Chess")])
    try fixture.settle()
    _ = monitor.takeLog()
    try client.use("org.test.Chess")
    var ticks = 0
    let subscriber = fixture.service.server.connectInProcess(as: "app") { request in
      ticks += 1
      request.reply(Acknowledged())
    }
    _ = try subscriber.request(ClockSubscribe(everySeconds: 30), within: .seconds(30))
    let reading = try client.ask(ClockSleep(seconds: 8 * 3600))
    #expect(reading.now == (try fixture.zone.instant(parsing: "2025-01-06T16:00")))
    #expect(reading.suspicion?.wall == nil)
    #expect(ticks == 1)
    #expect(monitor.log.isEmpty)
    #expect(try client.ask(UsageRead(selection: FamilyActivitySelection())).seconds == 0)
    try fixture.pass(.seconds(60))
    #expect(try client.ask(UsageRead(selection: FamilyActivitySelection())).seconds == 60)
    subscriber.close()
  }

  @Test("a clock that is set and a zone that changes are ticks at once")
  func ticks() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    var ticks: [ClockTick] = []
    let subscriber = fixture.service.server.connectInProcess(as: "app") { request in
      do {
        ticks.append(try request.decode(ClockTick.self))
        request.reply(Acknowledged())
      } catch { Issue.record(error) }
    }
    _ = try subscriber.request(ClockSubscribe(everySeconds: 30), within: .seconds(30))
    let client = fixture.client()
    _ = try client.ask(ClockShift(seconds: 7200))
    #expect(ticks.map { $0.suspicion?.wall != nil } == [true])
    _ = try client.ask(ClockZone(zone: "Asia/Tokyo"))
    #expect(ticks.map(\.zone) == ["Europe/Berlin", "Asia/Tokyo"])
    subscriber.close()
  }

  @Test("an interval that names its dates ends when it was said, wherever the machine is by then")
  func dated() throws {
    let fixture = try Fixture("2025-01-06T09:00")
    let monitor = fixture.monitor()
    let date = try CivilDate(parsing: "2025-01-06")
    _ = try fixture.client().ask(
      ActivityStart(
        activity: DeviceActivityName("open"),
        schedule: ActivitySchedule(
          interval: .dated(
            fromDate: date, fromTime: try TimeOfDay(parsing: "09:00"), toDate: date,
            toTime: try TimeOfDay(parsing: "09:15"))), events: [:]))
    _ = try fixture.client().ask(ClockZone(zone: "America/New_York"))
    try fixture.pass(.seconds(14 * 60))
    _ = try fixture.client().ask(ClockZone(zone: "Asia/Tokyo"))
    #expect(monitor.log.count == 1)
    try fixture.pass(.seconds(60))
    #expect(monitor.log.last == "2025-01-06 17:15 intervalDidEnd open")
  }

  @Test("a machine that is real refuses to be steered, and has the kernel's word for what it is")
  func real() throws {
    let clock = try SystemServiceClock(zone: "UTC")
    #expect(clock.boot?.count == 36)
    let fixture = try RealFixture(clock)
    defer { fixture.end() }
    let requests: [(TestClient) throws -> Void] = [
      { _ = try $0.ask(ClockShift(seconds: 1)) }, { _ = try $0.ask(ClockZone(zone: "UTC")) },
      { _ = try $0.ask(ClockSleep(seconds: 1)) }, { _ = try $0.ask(CallbacksWeather(mode: .drop)) },
    ]
    for request in requests {
      let error = #expect(throws: BusError.self) { try request(fixture.client) }
      #expect(error?.code == .invalid)
    }
    // Whether or not a time server keeps this machine's clock, it and the trusted time agree here.
    #expect(try fixture.client.ask(ClockRead()).suspicion?.wall == nil)
  }
}
