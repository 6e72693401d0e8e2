import Bus
import CivilTime
import DeviceActivity
import ManagedSettings
import ScreenTimeClient
import ScreenTimeProtocol
import Testing

@Suite("Monitor extensions")
struct DeviceActivityMonitorTests {
  private func serve(
    _ monitor: TestMonitor, _ way: Way, _ script: [ScriptedCall], test: String = #function,
    prepare: (ServiceLog) -> Void = { _ in }
  ) throws -> ServiceLog {
    let fixture = try Fixture(way, script: script, test: test)
    defer { fixture.close() }
    prepare(fixture.log)
    try fixture.serveScript(monitor)
    return fixture.log
  }

  @Test("each callback reaches the method of its name, in order", arguments: Way.allCases)
  func callbacks(way: Way) throws {
    let monitor = TestMonitor()
    let log = try serve(
      monitor, way,
      [
        .activity(callback(.intervalWillStartWarning)), .activity(callback(.intervalDidStart)),
        .activity(callback(.eventWillReachThresholdWarning, event: "minutes-45")),
        .activity(callback(.eventDidReachThreshold, event: "minutes-45")),
        .activity(callback(.intervalWillEndWarning)), .activity(callback(.intervalDidEnd)),
      ])
    #expect(
      monitor.seen == [
        "will start focus", "did start focus", "will reach minutes-45 of focus",
        "did reach minutes-45 of focus", "will end focus", "did end focus",
      ])
    #expect(log.answers == Array(repeating: "ok {}", count: 6))
  }

  @Test("the context tells the service's time, zone and the app group", arguments: Way.allCases)
  func context(way: Way) throws {
    var reading: Reading?
    var directory: String?
    let monitor = TestMonitor { monitor in
      reading = monitor.context.zone.reading(at: monitor.context.now)
      directory = monitor.context.groupDirectory
      #expect(monitor.context.moment.date == reading?.date)
    }
    _ = try serve(monitor, way, [.activity(callback())])
    #expect(reading?.time.description == "10:00")
    #expect(directory == Fixture.group.directory)
  }

  @Test("the zone of each callback is the one that it names")
  func zones() throws {
    var hours: [Int] = []
    let monitor = TestMonitor { monitor in
      hours.append(monitor.context.zone.reading(at: monitor.context.now).time.hour)
    }
    _ = try serve(
      monitor, .inProcess,
      [.activity(callback()), .activity(callback(zone: "Asia/Tokyo")), .activity(callback())])
    #expect(hours == [10, 18, 10])
  }

  @Test("a callback in a zone that this machine lacks fails before anything is decided")
  func unknownZone() throws {
    let monitor = TestMonitor()
    let log = try serve(monitor, .inProcess, [.activity(callback(zone: "Mars/Olympus"))])
    #expect(monitor.seen.isEmpty)
    #expect(log.answers.count == 1)
    #expect(log.answers.first?.hasPrefix("error internalFailure") == true)
    #expect(log.answers.first?.contains("Mars/Olympus") == true)
  }

  @Test("what a callback writes goes to the service before it is answered", arguments: Way.allCases)
  func writes(way: Way) throws {
    let monitor = TestMonitor { _ in
      ManagedSettingsStore(named: .init("rule-focus")).application.denyAppRemoval = true
    }
    let log = try serve(monitor, way, [.activity(callback())])
    #expect(
      log.requests
        == [#"store.change {"changes":{"denyAppRemoval":true},"store":"rule-focus"}"#])
    #expect(log.answers == ["ok {}"])
  }

  @Test("a write that fails makes its callback fail, and not the next one", arguments: Way.allCases)
  func failedWrite(way: Way) throws {
    let monitor = TestMonitor { monitor in
      guard monitor.seen.count == 1 else { return }
      let store = ManagedSettingsStore(named: .init("rule-focus"))
      store.application.denyAppRemoval = true
      store.shield.applications = []
    }
    let log = try serve(
      monitor, way, [.activity(callback()), .activity(callback(.intervalDidEnd))]
    ) { log in
      log.refuse(StoreChange.name, BusError(code: .overLimit, message: "51 of 50 stores"))
    }
    #expect(log.answers == ["error overLimit 51 of 50 stores", "ok {}"])
    #expect(monitor.seen.count == 2)
  }

  @Test("an extension can say itself that it could not do it")
  func fails() throws {
    let monitor = TestMonitor { $0.context.fail(code: "damaged", message: "no ledger") }
    let log = try serve(monitor, .inProcess, [.activity(callback())])
    #expect(log.answers == ["error damaged no ledger"])
  }

  @Test("a fault is reported and the callback goes on", arguments: Way.allCases)
  func reports(way: Way) throws {
    let monitor = TestMonitor { $0.context.report(code: "damaged", message: "usage.json") }
    let log = try serve(monitor, way, [.activity(callback())])
    #expect(log.requests == [#"fault.report {"code":"damaged","message":"usage.json"}"#])
    #expect(log.answers == ["ok {}"])
  }

  @Test("a fault that nobody takes makes the callback fail")
  func unheardReport() throws {
    let monitor = TestMonitor { $0.context.report(code: "damaged", message: "usage.json") }
    let log = try serve(monitor, .inProcess, [.activity(callback())]) { log in
      log.refuse(FaultReport.name, BusError(code: .internalFailure, message: "full"))
    }
    #expect(log.answers == ["error internalFailure full"])
  }

  @Test("a threshold without its event's name is refused", arguments: Way.allCases)
  func noEvent(way: Way) throws {
    let monitor = TestMonitor()
    let log = try serve(monitor, way, [.activity(callback(.eventDidReachThreshold))])
    #expect(log.answers == ["error malformed eventDidReachThreshold came without the event's name"])
    #expect(monitor.seen.isEmpty)
  }

  @Test("a callback of another kind of extension is refused")
  func otherKind() throws {
    let monitor = TestMonitor()
    let log = try serve(
      monitor, .inProcess,
      [
        .configure(
          ShieldConfigure(
            subject: .application(try chess), now: callback().now, zone: "Europe/Berlin"))
      ])
    #expect(log.answers.first?.hasPrefix("error unknownMessage") == true)
    #expect(monitor.seen.isEmpty)
  }

  @Test("what a callback asks for names the callback as its cause", arguments: Way.allCases)
  func cause(way: Way) throws {
    let fixture = try Fixture(way, script: [.activity(callback()), .activity(callback())])
    defer { fixture.close() }
    let monitor = TestMonitor { _ in
      ManagedSettingsStore().clearAllSettings()
    }
    var spy: CauseSpy?
    try fixture.serveScript(monitor) { connection in
      let made = CauseSpy(connection)
      spy = made
      return made
    }
    let made = try #require(spy)
    #expect(made.causes.count == 2)
    #expect(made.causes.allSatisfy { $0?.session == made.serverSession })
    #expect(Set(made.causes.map { $0?.id }).count == 2)
  }

  @Test("outside callbacks the thread's own session is current again")
  func nested() throws {
    try withApp(.inProcess) { fixture in
      let app = ScreenTimeSession.current
      var inside: ScreenTimeSession?
      let monitor = TestMonitor { _ in inside = ScreenTimeSession.current }
      fixture.log.script = [.activity(callback())]
      try fixture.serveScript(monitor)
      #expect(inside != nil)
      #expect(inside !== app)
      #expect(ScreenTimeSession.current === app)
    }
    #expect(ScreenTimeSession.current == nil)
  }
}
