import Bus
import CivilTime
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import Testing

/// Ticks that nobody would do anything at.
@Suite("Ticks that are left out")
struct QuietTickTests {
  /// A subscriber that answers each tick with how long nothing happens then.
  private final class Subscriber {
    var times: [Int] = []
    var quiet: Duration?
    private var connection: (any BusConnection)?

    init(_ fixture: Fixture) throws {
      let start = fixture.clock.now
      connection = fixture.service.server.connectInProcess(
        as: "app", attributes: ["appGroup": "group.test"]
      ) { [unowned self] request in
        do {
          let now = try request.decode(ClockTick.self).now
          times.append(Int((now - start).wholeSeconds))
          request.reply(Quiet(until: quiet.map { now + $0 }))
        } catch { Issue.record(error) }
      }
      _ = try connection?.request(ClockSubscribe(everySeconds: 30), within: .seconds(30))
    }

    func close() { connection?.close() }
  }

  @Test("ticks are left out until the subscriber's time has come, and keep their times")
  func quiet() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let app = try Subscriber(fixture)
    app.quiet = .seconds(100)
    try fixture.pass(.seconds(400))
    #expect(app.times == [30, 150, 270, 390])
    app.close()
  }

  @Test("who says nothing gets every tick")
  func silent() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let app = try Subscriber(fixture)
    try fixture.pass(.seconds(100))
    #expect(app.times == [30, 60, 90])
    app.close()
  }

  @Test("after each stop of the clock the next tick comes: anything may have happened meanwhile")
  func eachAdvance() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let app = try Subscriber(fixture)
    app.quiet = .seconds(86_400)
    try fixture.pass(.seconds(95))
    #expect(app.times == [30])
    try fixture.pass(.seconds(100))
    #expect(app.times == [30, 120])
    try fixture.pass(.zero)
    try fixture.pass(.seconds(15))
    #expect(app.times == [30, 120, 210])
    app.close()
  }

  @Test("a callback that tells nothing of the time after it brings the next tick back")
  func callback() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    _ = fixture.monitor()
    try fixture.client().monitor("a", "08:10", "09:00")
    let app = try Subscriber(fixture)
    app.quiet = .seconds(86_400)
    try fixture.pass(.seconds(3600))
    // 08:10 and 09:00 are themselves instants of a tick.
    #expect(app.times == [30, 600, 3600])
    app.close()
  }

  @Test("a callback that is lost brings the next tick back")
  func lost() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    let client = fixture.client()
    _ = fixture.monitor()
    try client.monitor("a", "08:10", "09:30")
    _ = try client.ask(CallbacksWeather(mode: .drop))
    let app = try Subscriber(fixture)
    app.quiet = .seconds(86_400)
    try fixture.pass(.seconds(3600))
    #expect(app.times == [30, 600])
    app.close()
  }
}
