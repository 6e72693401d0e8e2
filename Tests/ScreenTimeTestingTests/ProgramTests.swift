import DeviceActivity
import FoundationEssentials
import ManagedSettings
import ScreenTimeTesting
import Testing

/// The same platform with processes: of the extension, and of the service.
@Suite("Programs on a test platform")
struct ProgramTests {
  private static let probe = "dev.example.probe"
  private static let group = "group.dev.example.probe"

  /// Where the service is: in the test's process, or one of its own.
  private func services() throws -> [TestPlatform.Service] {
    [.inThisProcess, .program(try BuiltProgram.path("screentimed"))]
  }

  private func monitor(_ name: String, on platform: TestPlatform) throws {
    try platform.app(Self.group) {
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName(name),
        during: DeviceActivitySchedule(
          intervalStart: DateComponents(hour: 9), intervalEnd: DateComponents(hour: 10),
          repeats: true))
    }
  }

  private func removalIsDenied(_ platform: TestPlatform) throws -> Bool {
    try platform.store("probe", of: Self.group).denyAppRemoval == true
  }

  @Test("a registered program is started when there is something to say, and again after a kill")
  func registered() throws {
    for service in try services() {
      let platform = try TestPlatform(service: service)
      defer { platform.end() }
      let manifest = try platform.register(program: try BuiltProgram.path("probe-extension"))
      #expect(manifest.identifier == Self.probe)
      try monitor("shield", on: platform)
      #expect(try platform.extensions().map(\.pid) == [nil])
      try platform.advance(to: "09:00")
      try platform.expectCallbacks("09:00 intervalDidStart shield")
      #expect(try removalIsDenied(platform))
      let first = try #require(try platform.extensions().first?.pid)
      try platform.kill(Self.probe)
      try platform.advance(to: "10:00")
      let report = try #require(try platform.extensions().first)
      #expect(report.pid != first)
      #expect(report.deaths == 1)
      #expect(!report.isStartedByHand)
      #expect(platform.callbacks.map(\.outcome) == [.done, .done])
    }
  }

  @Test("a program that is started by hand is used until it ends")
  func byHand() throws {
    for service in try services() {
      let platform = try TestPlatform(service: service)
      defer { platform.end() }
      try platform.start(program: try BuiltProgram.path("probe-extension"))
      try monitor("shield", on: platform)
      try platform.advance(to: "09:00")
      #expect(try removalIsDenied(platform))
      #expect(try platform.extensions().map(\.isStartedByHand) == [true])
      try platform.kill(Self.probe)
      #expect(try platform.extensions().isEmpty)
    }
  }

  @Test("a program that is no extension is refused with what it said")
  func noExtension() throws {
    let platform = try TestPlatform()
    defer { platform.end() }
    let error = #expect(throws: TestPlatformError.self) {
      try platform.register(program: "/bin/echo")
    }
    #expect(error?.message.contains("--describe") == true)
    #expect(throws: TestPlatformError.self) { try platform.start(program: "/nowhere") }
    #expect(throws: TestPlatformError.self) { try platform.kill(Self.probe) }
    #expect(throws: TestPlatformError.self) { try BuiltProgram.path("no-such-program") }
  }

  @Test("a service that is a program takes no objects, can be killed, and keeps what it knew")
  func serviceProgram() throws {
    let platform = try TestPlatform(
      at: "2025-01-06T08:00", service: .program(try BuiltProgram.path("screentimed")))
    defer { platform.end() }
    #expect(throws: TestPlatformError.self) { try platform.register(StudyMonitor()) }
    try platform.register(program: try BuiltProgram.path("probe-extension"))
    try monitor("shield", on: platform)
    try platform.advance(to: "08:30")
    try platform.killService()
    #expect(try platform.moment().reading.time.description == "08:30")
    try platform.reboot(lasting: .minutes(45))
    try platform.settle()
    #expect(try removalIsDenied(platform))
    try platform.expectNoFaults()
    try platform.expectMessage("activity.start")
  }

  @Test("an app that is a program of its own connects to the service, and is told where none is")
  func app() throws {
    let platform = try TestPlatform(service: .program(try BuiltProgram.path("screentimed")))
    defer { platform.end() }
    try ScreenTimeApp.connect(to: platform.socketPath, appGroup: Self.group)
    defer { ScreenTimeApp.disconnect() }
    ManagedSettingsStore(named: .init("probe")).application.denyAppRemoval = true
    try ManagedSettingsStore().confirm()
    #expect(try removalIsDenied(platform))
    let error = #expect(throws: ScreenTimeError.self) {
      try ScreenTimeApp.connect(to: platform.stateDirectory + "/nobody.sock", appGroup: Self.group)
    }
    #expect(error?.code == .unreachable)
  }
}
