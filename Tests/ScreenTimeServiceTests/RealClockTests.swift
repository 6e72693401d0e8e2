import Bus
import CivilTime
import Enforcement
import EventLoop
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import TestSupport
import Testing

/// The service on the machine's own clock.
///
/// Nothing here measures time: it waits until something has happened, with a deadline.
@Suite("On a real clock")
struct RealClockTests {
  private final class Real {
    let scratch: Scratch
    let loop: EventLoop
    let backend = RecordingBackend()
    let service: ScreenTimeService

    init(test: String = #function) throws {
      scratch = try Scratch(test)
      loop = try EventLoop()
      var configuration = ServiceConfiguration(
        stateDirectory: scratch.file("state"), socketPath: nil, supervised: .uids([]),
        version: "test")
      configuration.samplingPeriod = .milliseconds(40)
      let backend = backend
      service = try ScreenTimeService(
        configuration: configuration, loop: loop, clock: try SystemServiceClock(zone: "UTC"),
        catalog: StatedCatalog([try app("org.test.Chess"): []]), backend: { _ in backend })
      try service.start()
    }

    deinit {
      service.stop()
      scratch.cleanUp()
    }

    func client() -> TestClient {
      TestClient(
        service.server.connectInProcess(as: "test", attributes: ["appGroup": "group.test"]))
    }
  }

  @Test("an interval that starts in a moment starts by itself")
  func edge() throws {
    let real = try Real()
    let monitor = TestMonitor(real.service)
    let reading = real.service.clock.zone.reading(at: real.service.clock.now + .seconds(3))
    try real.client().monitor("soon", reading.time.description, "\(reading.time)")
    #expect(try real.loop.run(until: { monitor.log.count >= 3 }, within: .seconds(30)))
    // A day that ends and begins at the same reading: the one that went on ends, the next starts.
    #expect(monitor.log.last?.hasSuffix("intervalDidStart soon") == true)
  }

  @Test("what runs counts while nobody tells what is in front, and reaches thresholds")
  func sampled() throws {
    let real = try Real()
    let monitor = TestMonitor(real.service)
    let client = real.client()
    let event = ActivityEvent(selection: FamilyActivitySelection(), thresholdSeconds: 1)
    try client.monitor("rule", "00:00", "00:00", events: ["one": event])
    #expect(try client.status().sensing == .running)
    real.backend.running = [try app("org.test.Chess")]
    #expect(
      try real.loop.run(
        until: { monitor.log.contains { $0.hasSuffix("eventDidReachThreshold rule one") } },
        within: .seconds(30)))
    #expect(try client.ask(UsageRead(selection: FamilyActivitySelection())).seconds >= 1)
  }

  @Test("a reporter takes the place of what runs")
  func reported() throws {
    let real = try Real()
    let client = real.client()
    real.backend.running = [try app("org.test.Chess")]
    try client.use()
    #expect(try client.status().sensing == .reported)
    #expect(try client.ask(UsageRead(selection: FamilyActivitySelection())).seconds == 0)
  }

  @Test("a gap longer than the sampling is not use: a process that was held charges nothing")
  func gap() throws {
    let real = try Real()
    let client = real.client()
    try client.use("org.test.Chess")
    // Nobody turns the loop, as when the machine sleeps.
    let start = real.loop.uptime
    while real.loop.uptime - start < .milliseconds(1200) {}
    #expect(try client.ask(UsageRead(selection: FamilyActivitySelection())).seconds == 0)
  }

  @Test("ticks come by themselves, and an advance is refused")
  func ticks() throws {
    let real = try Real()
    var ticks = 0
    let subscriber = real.service.server.connectInProcess(as: "app") { request in
      ticks += 1
      request.reply(Acknowledged())
    }
    _ = try subscriber.request(ClockSubscribe(everySeconds: 1), within: .seconds(30))
    #expect(try real.loop.run(until: { ticks == 2 }, within: .seconds(30)))
    let error = #expect(throws: BusError.self) {
      try real.client().ask(ClockAdvance(to: real.service.clock.now + .seconds(60)))
    }
    #expect(error?.code == .invalid)
    subscriber.close()
  }
}
