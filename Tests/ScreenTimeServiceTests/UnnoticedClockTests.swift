import Bus
import CivilTime
import Enforcement
import EventLoop
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import TestSupport
import Testing

/// A service on a clock that goes by itself and that somebody sets without a word from the kernel.
///
/// Nothing here measures time: it waits until something has happened, with a deadline.
@Suite("A clock that is set unnoticed")
struct UnnoticedClockTests {
  /// A clock that goes as the machine's boot-time clock does, on from a time that the test names.
  private final class SettableClock: ServiceClock {
    let zone: Zone
    let boot: String? = "a life"
    let isVirtual = false
    var isSynchronised = false
    private var start: Instant
    private let begun = BootTime.uptime

    init(_ start: String) throws {
      zone = try Zone(identifier: "UTC")
      self.start = try zone.instant(parsing: start)
    }

    var uptime: Duration { BootTime.uptime }
    var now: Instant { start + (uptime - begun) }

    func checkZone() -> ZoneCheck { .same }
    func observe(on loop: EventLoop, _ changed: @escaping () -> Void) {}

    func set(by seconds: Int64, isSynchronised: Bool = false) {
      start = start + .seconds(seconds)
      self.isSynchronised = isSynchronised
    }
  }

  private final class Machine {
    let scratch: Scratch
    let loop: EventLoop
    let clock: SettableClock
    let service: ScreenTimeService
    private(set) var ticks: [ClockTick] = []
    private var subscriber: (any BusConnection)?

    init(at start: String, test: String = #function) throws {
      scratch = try Scratch(test)
      loop = try EventLoop()
      clock = try SettableClock(start)
      var configuration = ServiceConfiguration(
        stateDirectory: scratch.file("state"), socketPath: nil, supervised: .uids([]),
        version: "test")
      configuration.samplingPeriod = .milliseconds(40)
      service = try ScreenTimeService(
        configuration: configuration, loop: loop, clock: clock,
        catalog: StatedCatalog([try app("org.test.Chess"): []]), backend: { _ in nil })
      try service.start()
    }

    deinit {
      subscriber?.close()
      service.stop()
      scratch.cleanUp()
    }

    func client() -> TestClient {
      TestClient(
        service.server.connectInProcess(as: "test", attributes: ["appGroup": "group.test"]))
    }

    /// Has ticks come once in an hour, and whenever there is news.
    func listen() throws {
      let subscriber = service.server.connectInProcess(as: "app") { [unowned self] request in
        if let tick = try? request.decode(ClockTick.self) { ticks.append(tick) }
        request.reply(Acknowledged())
      }
      _ = try subscriber.request(ClockSubscribe(everySeconds: 3600), within: .seconds(30))
      self.subscriber = subscriber
    }

    func waits(until condition: () -> Bool) throws -> Bool {
      try loop.run(until: condition, within: .seconds(30))
    }
  }

  @Test(
    "whoever has ticks is told at once that it is suspect, for which time, and that it no longer is"
  )
  func told() throws {
    let machine = try Machine(at: "2025-01-06T12:00")
    try machine.listen()
    for (count, seconds) in [(1, Int64(7200)), (2, -14_400), (3, 7200)] {
      machine.clock.set(by: seconds)
      #expect(try machine.waits { machine.ticks.count == count })
      let tick = try #require(machine.ticks.last)
      let lead = tick.suspicion.map { Double(($0.wall - tick.now).wholeSeconds) }
      // The two clocks are read one after the other: a lead is right to the minute.
      #expect(lead.map { ($0 / 60).rounded() } == [120, -120, nil][count - 1])
    }
  }

  @Test("whoever asks is told the truth without waiting for the next look")
  func asked() throws {
    let machine = try Machine(at: "2025-01-06T12:00")
    let client = machine.client()
    machine.clock.set(by: 7200)
    #expect(try client.ask(ClockRead()).suspicion?.wall != nil)
    machine.clock.set(by: -7200)
    let status = try client.status()
    #expect(status.clock.suspicion?.wall == nil)
    #expect(!status.faults.map(\.code).contains("clockSuspect"))
  }

  @Test(
    "a time server that has it again a while after the step moves what is due, in both directions")
  func followed() throws {
    let machine = try Machine(at: "2025-01-06T08:00")
    let monitor = TestMonitor(machine.service)
    try machine.client().monitor("work", "09:00", "17:00")
    machine.clock.set(by: 7200)
    #expect(try machine.client().ask(ClockRead()).suspicion?.wall != nil)
    #expect(monitor.log.isEmpty, "the trusted time moves no edge yet")
    machine.clock.set(by: 0, isSynchronised: true)
    #expect(try machine.waits { monitor.log.count == 1 })
    machine.clock.set(by: -7200, isSynchronised: true)
    #expect(try machine.waits { monitor.log.count == 2 })
    #expect(
      monitor.log == [
        "2025-01-06 10:00 intervalDidStart work", "2025-01-06 08:00 intervalDidEnd work",
      ])
  }
}
