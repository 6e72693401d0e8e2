import Bus
import CivilTime
import EventLoop
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import Testing

@Suite("The clock and its advance")
struct ClockTests {
  @Test("an advance is answered only when every callback that it caused has been answered")
  func waits() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let monitor = fixture.monitor()
    try fixture.client().monitor("a", "09:00", "10:00")
    monitor.isSilent = true
    // The answer comes from the loop, which turns only because the advance waits.
    var isAnswered = false
    _ = fixture.loop.after(.milliseconds(50)) {
      isAnswered = true
      monitor.answerAll()
    }
    try fixture.go(to: "2025-01-06T09:30")
    #expect(isAnswered)
    #expect(monitor.log == ["2025-01-06 09:00 intervalDidStart a"])
  }

  @Test("a step waits for what the step before it caused, so callbacks see the time they are for")
  func ordered() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let monitor = fixture.monitor()
    let client = fixture.client()
    for hour in 10...19 { try client.monitor("h\(hour)", "\(hour):00", "\(hour):30") }
    var written: [Instant] = []
    monitor.react = { callback, client in
      try client.shield("last", ["org.test.Chess"])
      written.append(try client.ask(ClockRead()).now)
      #expect(written.last == callback.now)
    }
    try fixture.go(to: "2025-01-06T23:00")
    #expect(written == written.sorted())
    #expect(written.count == 20)
  }

  @Test("an advance backwards is refused, and one to now settles what is owed")
  func backwards() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let client = fixture.client()
    let error = #expect(throws: BusError.self) {
      try client.ask(ClockAdvance(to: fixture.clock.now - .seconds(1)))
    }
    #expect(error?.code == .invalid)
    #expect(try client.ask(ClockAdvance(to: fixture.clock.now)).isVirtual)
  }

  @Test("ticks come at their interval, are answered before time goes on, and end with the peer")
  func ticks() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    var times: [Instant] = []
    let subscriber = fixture.service.server.connectInProcess(as: "app") { request in
      do {
        times.append(try request.decode(ClockTick.self).now)
        request.reply(Acknowledged())
      } catch { Issue.record(error) }
    }
    _ = try subscriber.request(ClockSubscribe(everySeconds: 30), within: .seconds(30))
    try fixture.pass(.seconds(100))
    let start = fixture.clock.now - .seconds(100)
    #expect(times == [30, 60, 90].map { start + .seconds($0) })
    // Setting the wall clock back stops nobody's loop: a tick comes at once, because of what may follow
    // from it, and then ticks follow the time that passes.
    fixture.clock.set(now: fixture.clock.now - .seconds(3 * 3600))
    try fixture.pass(.seconds(60))
    #expect(times.count == 6)
    subscriber.close()
    try fixture.pass(.seconds(600))
    #expect(times.count == 6)
  }

  @Test("a tick at the instant of an edge comes after what the edge caused")
  func tickAfterEdge() throws {
    let fixture = try Fixture("2025-01-06T08:59:30")
    let monitor = fixture.monitor()
    var order: [String] = []
    monitor.react = { _, _ in order.append("edge") }
    let subscriber = fixture.service.server.connectInProcess(as: "app") { request in
      order.append("tick")
      request.reply(Acknowledged())
    }
    _ = try subscriber.request(ClockSubscribe(everySeconds: 30), within: .seconds(30))
    try fixture.client().monitor("a", "09:00", "10:00")
    try fixture.pass(.seconds(45))
    #expect(order == ["edge", "tick"])
    subscriber.close()
  }

  @Test("a tick every nothing is refused")
  func tickTooOften() throws {
    let fixture = try Fixture()
    let error = #expect(throws: BusError.self) {
      try fixture.client().ask(ClockSubscribe(everySeconds: 0))
    }
    #expect(error?.code == .invalid)
  }

  @Test("a year goes by with every edge on its reading")
  func year() throws {
    let fixture = try Fixture("2025-01-01T00:00")
    let monitor = fixture.monitor()
    try fixture.client().monitor("work", "09:00", "17:00")
    try fixture.client().monitor("night", "23:00", "06:30")
    try fixture.go(to: "2026-01-01T00:00")
    let starts = monitor.log.filter { $0.hasSuffix("intervalDidStart work") }
    #expect(starts.count == 365)
    #expect(starts.allSatisfy { $0.contains(" 09:00 ") })
    let ends = monitor.log.filter { $0.hasSuffix("intervalDidEnd night") }
    #expect(ends.count == 365)
    #expect(ends.allSatisfy { $0.contains(" 06:30 ") })
  }

  @Test("a real clock refuses to be advanced and knows its zone; an unknown zone stops the start")
  func real() throws {
    let clock = try SystemServiceClock(zone: "Europe/Berlin")
    #expect(clock.zone.identifier == "Europe/Berlin")
    #expect(clock.checkZone() == .same)
    #expect(clock.now > Instant(seconds: 1_700_000_000))
    let error = #expect(throws: CivilTimeError.self) { try SystemServiceClock(zone: "No/Where") }
    #expect(error?.code == .unknownZone)
  }
}
