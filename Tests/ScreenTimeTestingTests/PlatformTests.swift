import DeviceActivity
import FoundationEssentials
import ManagedSettings
import ScreenTimeTesting
import Testing

@Suite("An extension on a test platform")
struct PlatformTests {
  @Test("a day passes: callbacks come at their time, and the shield follows")
  func day() throws {
    let platform = try Study.platform()
    defer { platform.end() }
    try platform.register(StudyMonitor())
    try Study.monitor(on: platform)
    try platform.expectShielded()
    try platform.advance(to: "15:00")
    try platform.expectCallbacks("15:00 intervalDidStart study")
    try platform.expectShielded(Study.chess)
    #expect(try !platform.isShielded(Study.mail))
    try platform.expectStores("study", of: Study.group)
    try platform.advance(by: .hours(24))
    try platform.expectCallbacks(
      "16:00 intervalDidEnd study", "15:00 intervalDidStart study")
    #expect(try platform.moment().date.description == "2025-01-07")
    try platform.expectNoFaults()
  }

  @Test("a platform that a test forgets to end ends as it goes, whatever its service still says")
  func forgotten() throws {
    weak var forgotten: TestPlatform?
    do {
      let platform = try Study.platform()
      try platform.register(StudyMonitor())
      try Study.monitor(on: platform)
      try platform.advance(to: "15:00")
      forgotten = platform
    }
    #expect(forgotten == nil)
  }

  @Test("use counts while time passes, and its threshold fires once")
  func use() throws {
    let platform = try Study.platform()
    defer { platform.end() }
    try platform.register(IdleMonitor())
    try Study.monitor("free", from: 14, on: platform)
    try platform.use(Study.mail, for: .minutes(5))
    try platform.use(Study.chess, for: .minutes(8))
    try platform.expectCallbacks("14:00 intervalDidStart free")
    try platform.use(Study.chess, Study.mail, for: .minutes(30))
    try platform.expectCallbacks("14:15 eventDidReachThreshold ten of free")
    #expect(try platform.use(of: Study.chess) == .minutes(38))
    #expect(platform.inFront.isEmpty)
  }

  @Test("a shield is shown and pressed as somebody would")
  func press() throws {
    let platform = try Study.platform(at: "2025-01-06T15:10")
    defer { platform.end() }
    try platform.register(StudyMonitor())
    try platform.register(StudyShield())
    try platform.register(StudyAction())
    try Study.monitor(on: platform)
    try platform.settle()
    let shield = try #require(try platform.shield(of: Study.chess))
    #expect(shield.title == "It is 15:10")
    #expect(shield.secondaryButton == "Five minutes")
    #expect(try platform.press(.primaryButtonPressed, on: Study.chess).response == .close)
    let pressed = try platform.press(.secondaryButtonPressed, on: Study.chess)
    #expect(pressed.response == .defer)
    #expect(!pressed.isShielded)
    #expect(try platform.shield(of: Study.chess) == nil)
    #expect(throws: TestPlatformError.self) {
      try platform.press(.primaryButtonPressed, on: Study.chess)
    }
  }

  @Test("a refused press says why, and the shield stays")
  func refusal() throws {
    let platform = try Study.platform(at: "2025-01-06T15:10")
    defer { platform.end() }
    try platform.register(StudyMonitor())
    try platform.register(StudyAction(mayOpen: false))
    try Study.monitor(on: platform)
    try platform.settle()
    let pressed = try platform.press(.secondaryButtonPressed, on: Study.chess)
    #expect(pressed.refusal?.code == "enough")
    #expect(pressed.isShielded)
  }

  @Test("what the app writes is the app group's, and sites are shielded with the names below")
  func stores() throws {
    let platform = try Study.platform()
    defer { platform.end() }
    try platform.app(Study.group) {
      ManagedSettingsStore().shield.webDomains = [try WebDomainToken(parsing: "chess.test")]
      try AuthorizationCenter.shared.requestAuthorization(for: .individual)
    }
    #expect(try platform.isShielded(site: "www.chess.test"))
    #expect(try platform.shield(ofSite: "chess.test")?.title == "App Blocked")
    #expect(try platform.store("default", of: Study.group).shieldedWebDomains?.count == 1)
    #expect(try platform.store("default", of: "group.dev.test.other").isEmpty)
    try platform.app(Study.group) { ManagedSettingsStore().clearAllSettings() }
    #expect(try !platform.isShielded(site: "chess.test"))
  }

  @Test("a callback that fails is delivered again, and both are seen")
  func failing() throws {
    let platform = try Study.platform()
    defer { platform.end() }
    let monitor = try platform.register(StudyMonitor())
    monitor.failures = 1
    try Study.monitor(on: platform)
    try platform.advance(to: "15:00")
    #expect(monitor.calls == 2)
    #expect(
      platform.callbacks.map(\.outcome) == [
        .failed(code: "notNow", message: "the monitor does not feel like it"), .done,
      ])
    try platform.expectShielded(Study.chess)
  }

  @Test("the clock is set, the zone changes, the machine sleeps and is switched off")
  func steering() throws {
    let platform = try Study.platform()
    defer { platform.end() }
    try platform.register(StudyMonitor())
    try Study.monitor(on: platform)
    try platform.setClock(forward: .hours(2))
    #expect(try platform.faults().map(\.code) == ["clockSuspect"])
    try platform.setClock(forward: .hours(-2))
    try platform.expectNoFaults()
    try platform.travel(to: "Europe/Lisbon")
    #expect(try platform.moment().reading.time.description == "13:00")
    try platform.putInFront(Study.chess)
    try platform.sleep(for: .minutes(30))
    #expect(try platform.use(of: Study.chess) == .zero)
    try platform.reboot(lasting: .minutes(100))
    try platform.settle()
    try platform.expectCallbacks("15:10 intervalDidStart study")
    #expect(try platform.moment().reading.time.description == "15:10")
    #expect(platform.inFront == [Study.chess], "whoever reports it comes back too")
  }

  @Test("the limits of an iPhone are those that logic for one meets")
  func iosLimits() throws {
    let platform = try Study.platform(limits: .ios)
    defer { platform.end() }
    let error = #expect(throws: MonitoringError.self) {
      try platform.app(Study.group) {
        try DeviceActivityCenter().startMonitoring(
          DeviceActivityName("short"),
          during: DeviceActivitySchedule(
            intervalStart: DateComponents(hour: 15),
            intervalEnd: DateComponents(hour: 15, minute: 5),
            repeats: true))
      }
    }
    #expect(error?.code == "intervalTooShort")
    #expect(error?.message.contains("900 s") == true)
  }
}
