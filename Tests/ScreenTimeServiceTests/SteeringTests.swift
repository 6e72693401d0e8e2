import Bus
import CivilTime
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import Testing

@Suite("The weather of callbacks, and other steering")
struct SteeringTests {
  private func fixture(_ weather: CallbacksWeather) throws -> (Fixture, TestMonitor) {
    let fixture = try Fixture("2025-01-06T08:00")
    let monitor = fixture.monitor()
    for name in ["a", "b"] { try fixture.client().monitor(name, "09:00", "10:00") }
    _ = try fixture.client().ask(weather)
    return (fixture, monitor)
  }

  @Test("dropped callbacks never come, not even after a restart")
  func drop() throws {
    let (fixture, monitor) = try fixture(CallbacksWeather(mode: .drop))
    try fixture.go(to: "2025-01-06T09:30")
    try fixture.restart()
    let after = TestMonitor(fixture.service, identifier: "group.test.monitor")
    try fixture.settle()
    #expect(monitor.log.isEmpty)
    #expect(after.log.isEmpty)
    #expect(try fixture.client().status().faults.isEmpty)
  }

  @Test("delayed ones come so much later, which is a fault from five minutes on")
  func delay() throws {
    let (fixture, monitor) = try fixture(CallbacksWeather(mode: .delay, delaySeconds: 600))
    try fixture.go(to: "2025-01-06T09:09")
    #expect(monitor.log.isEmpty)
    try fixture.go(to: "2025-01-06T09:30")
    #expect(
      monitor.log == ["2025-01-06 09:10 intervalDidStart a", "2025-01-06 09:10 intervalDidStart b"])
    #expect(Set(try fixture.client().status().faults.map(\.code)) == ["lateCallback"])
  }

  @Test("a delay of five minutes is no fault")
  func shortDelay() throws {
    let (fixture, monitor) = try fixture(CallbacksWeather(mode: .delay, delaySeconds: 300))
    try fixture.go(to: "2025-01-06T09:30")
    #expect(monitor.log.count == 2)
    #expect(try fixture.client().status().faults.isEmpty)
  }

  @Test("what is held back is still owed when the service ends, and comes in its next life")
  func heldBack() throws {
    let (fixture, monitor) = try fixture(CallbacksWeather(mode: .delay, delaySeconds: 3600))
    try fixture.go(to: "2025-01-06T09:30")
    try fixture.restart()
    let after = TestMonitor(fixture.service, identifier: "group.test.monitor")
    try fixture.settle()
    #expect(monitor.log.isEmpty)
    #expect(after.log.count == 2)
  }

  @Test("doubled and reversed ones do what their names say, until the weather is normal again")
  func doubledAndReversed() throws {
    let (fixture, monitor) = try fixture(CallbacksWeather(mode: .duplicate))
    try fixture.go(to: "2025-01-06T09:30")
    #expect(monitor.takeLog().map { String($0.last ?? "-") } == ["a", "a", "b", "b"])
    _ = try fixture.client().ask(CallbacksWeather(mode: .reverse))
    try fixture.go(to: "2025-01-06T10:30")
    #expect(monitor.takeLog().map { String($0.last ?? "-") } == ["b", "a"])
    _ = try fixture.client().ask(CallbacksWeather(mode: .normal))
    try fixture.go(to: "2025-01-07T09:30")
    #expect(monitor.takeLog().map { String($0.last ?? "-") } == ["a", "b"])
  }

  @Test("what makes no sense is refused")
  func refused() throws {
    let fixture = try Fixture()
    let client = fixture.client()
    let requests: [() throws -> Void] = [
      { _ = try client.ask(CallbacksWeather(mode: .delay)) },
      { _ = try client.ask(CallbacksWeather(mode: .delay, delaySeconds: 0)) },
      { _ = try client.ask(CallbacksWeather(mode: .drop, delaySeconds: 5)) },
      { _ = try client.ask(CallbacksWeather(mode: .normal, startSeconds: 0)) },
      { _ = try client.ask(ClockZone(zone: "No/Where")) },
      { _ = try client.ask(ClockSleep(seconds: -1)) },
    ]
    for request in requests {
      let error = #expect(throws: BusError.self) { try request() }
      #expect(error?.code == .invalid)
    }
  }
}
