package import Bus
import CivilTime
import Enforcement
import EventLoop
import OpenAppLock
import ScreenTimeClient
import ScreenTimeService

/// The whole system in this process: the real service, the real app and the real extensions' code,
/// over the transport within a process, with documents in a scratch folder and nothing enforced.
package final class InProcessMachine: SimulatedMachine {
  private let loop: EventLoop
  private let folder: ScratchFolder
  private let layout: StateLayout
  private var clock = VirtualServiceClock(start: Instant(milliseconds: 0), zone: .utc)
  private var catalog = StatedCatalog([:])
  private let everyTick: Bool
  private var limits = PlatformLimits.linux
  private var boots = 1
  private var service: ScreenTimeService?
  private var appService: AppService?
  private let extensions: SimulatedExtensions
  private var control: (any BusConnection)?
  private var appControl: (any BusConnection)?

  /// Makes a machine that is switched off.
  ///
  /// With `everyTick` no tick of the app's loop is left out: the same story, told slowly.
  ///
  /// - Throws: ``MachineError`` where there is no room for its documents.
  package init(everyTick: Bool = false) throws(MachineError) {
    self.everyTick = everyTick
    do {
      loop = try EventLoop()
      folder = try ScratchFolder()
      layout = StateLayout(state: folder.path + "/state")
      extensions = SimulatedExtensions(groupDirectory: layout.group)
      try StateFolder.prepare(layout)
    } catch {
      throw MachineError("the machine could not be made: \(error)")
    }
  }

  /// Where the machine's documents lie while it is there.
  package var stateDirectory: String { layout.state }

  // MARK: On and off

  package func start(_ scenario: Scenario) throws(MachineError) {
    clock = VirtualServiceClock(start: scenario.start, zone: scenario.zone)
    catalog = StatedCatalog(scenario.apps)
    limits = scenario.limits == "ios" ? .ios : .linux
    try startPlatform()
    try startApp()
  }

  package func stop() {
    shutDown()
    folder.remove()
  }

  package func reboot(after pause: Duration) throws(MachineError) {
    shutDown()
    boots += 1
    clock = clock.afterReboot(lasting: pause)
    try startPlatform()
    try startApp()
  }

  private func shutDown() {
    appControl?.close()
    appControl = nil
    appService?.stop()
    appService = nil
    extensions.drop()
    control?.close()
    control = nil
    service?.stop()
    service = nil
  }

  private func startPlatform() throws(MachineError) {
    var configuration = ServiceConfiguration(
      stateDirectory: layout.state, socketPath: nil, supervised: .uids([]),
      version: openAppLockVersion)
    configuration.limits = limits
    configuration.leavesOutQuietTicks = !everyTick
    do {
      let service = try ScreenTimeService(
        configuration: configuration, loop: loop, clock: clock, catalog: catalog,
        backend: { _ in nil })
      self.service = service
      try service.start()
      try extensions.attach(to: service)
    } catch {
      throw MachineError("the platform could not be started: \(error)")
    }
  }

  private func startApp() throws(MachineError) {
    do {
      let appService = try AppService(of: layout, on: loop, role: { _ in .serviceUser }) {
        [unowned self] () throws(BusError) in
        guard let service else { throw BusError(.unreachable, "the platform is off") }
        return ScreenTimeSession(
          connection: service.server.connectInProcess(
            as: "openapplock", attributes: ["appGroup": StateLayout.groupIdentifier]),
          group: layout.groupIdentity)
      }
      self.appService = appService
      appService.start()
    } catch {
      throw MachineError("the app could not be started: \(error)")
    }
  }

  // MARK: Conversations

  package func app() throws(MachineError) -> any BusConnection {
    guard let appService else { throw MachineError("the app is off") }
    if let appControl { return appControl }
    let connection = appService.connectInProcess(as: "simulate")
    appControl = connection
    return connection
  }

  package func appClients(_ count: Int) throws(MachineError) -> [any BusConnection] {
    guard let appService else { throw MachineError("the app is off") }
    return (0..<count).map { _ in appService.connectInProcess(as: "simulate") }
  }

  package func platform() throws(MachineError) -> any BusConnection {
    guard let service else { throw MachineError("the platform is off") }
    if let control { return control }
    let connection = service.server.connectInProcess(
      as: "simulate", attributes: ["appGroup": StateLayout.groupIdentifier])
    control = connection
    return connection
  }

  // MARK: Harm

  package func kill(_ process: ScenarioProcess) throws(MachineError) {
    switch process {
    case .monitor, .shieldConfig, .shieldAction: try killExtension(process)
    case .app:
      // Its end writes nothing, so it is no other than a sudden one.
      appControl = nil
      appService?.stop()
      appService = nil
      try startApp()
    case .platform: try killPlatform()
    }
  }

  private func killExtension(_ process: ScenarioProcess) throws(MachineError) {
    guard let service else { return }
    do {
      try extensions.attach(process, to: service)
    } catch {
      throw MachineError("\(process.rawValue) could not be started again: \(error.message)")
    }
  }

  /// The extensions end with it, and the app connects again as soon as it notices.
  private func killPlatform() throws(MachineError) {
    control = nil
    extensions.drop()
    // Its conversations break off; what it would have saved at an orderly end is lost.
    service?.server.close()
    service = nil
    try waitForApp(toBeConnected: false)
    try startPlatform()
    try waitForApp(toBeConnected: true)
  }

  private func waitForApp(toBeConnected isConnected: Bool) throws(MachineError) {
    guard let appService else { return }
    let isThere: Bool
    do {
      isThere = try loop.run(
        until: { appService.isConnected == isConnected }, within: .seconds(20))
    } catch {
      throw MachineError("the machine's loop failed: \(error)")
    }
    guard isThere else {
      throw MachineError(
        "the app did not notice that the platform \(isConnected ? "came" : "went")")
    }
  }

  package func damage(_ document: ScenarioDocument) throws(MachineError) {
    try document.truncate(in: layout.group)
  }
}
