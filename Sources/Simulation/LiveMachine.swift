package import Bus
import CLinux
import CivilTime
import EventLoop
import FoundationEssentials
import Glibc
import OpenAppLock
import OpenAppLockProtocol
import ScreenTimeModel
import ScreenTimeProtocol

/// The whole system as real processes: screentimed, the app and its extensions, over ZeroMQ, in a
/// scratch folder, with nothing enforced.
package final class LiveMachine: SimulatedMachine {
  /// How long a process may take to start or end.
  private static let patience = Duration.seconds(20)

  private let loop: EventLoop
  private let folder: ScratchFolder
  private let layout: StateLayout
  private let programs: String
  private var limits = "linux"
  private var hardware = Hardware(wall: Instant(milliseconds: 0), zone: "UTC")
  private var processes: [ScenarioProcess: ChildProcess] = [:]
  private var control: (any BusConnection)?
  private var appControl: (any BusConnection)?

  /// Makes a machine that is switched off; its programs lie in a folder.
  ///
  /// - Throws: ``MachineError`` where there is no room for its documents.
  package init(programs: String) throws(MachineError) {
    self.programs = programs
    do {
      loop = try EventLoop()
      folder = try ScratchFolder()
      layout = StateLayout(state: folder.path + "/state")
      try StateFolder.prepare(layout)
      try BundledExtensions.write(
        BundledExtensions.manifests(in: programs).found, to: layout.extensions)
    } catch {
      throw MachineError("the machine could not be made: \(error)")
    }
  }

  // MARK: On and off

  package func start(_ scenario: Scenario) throws(MachineError) {
    limits = scenario.limits
    hardware = Hardware(wall: scenario.start, zone: scenario.zone.identifier)
    try write(scenario.apps)
    try startPlatform()
    try startApp()
  }

  package func stop() {
    shutDown()
    folder.remove()
  }

  package func reboot(after pause: Duration) throws(MachineError) {
    try lookAtHardware()
    shutDown()
    hardware.reboot(lasting: pause)
    try startPlatform()
    try startApp()
  }

  private func shutDown() {
    hangUp()
    for process in [ScenarioProcess.app, .platform] {
      guard let child = processes.removeValue(forKey: process) else { continue }
      child.signal(SIGTERM)
      if !waitForEnd(of: child) { child.signal(SIGKILL) }
    }
  }

  private func hangUp() {
    appControl?.close()
    appControl = nil
    control?.close()
    control = nil
  }

  private func startPlatform() throws(MachineError) {
    try start(
      .platform, "screentimed",
      [
        "--state", layout.state, "--run", layout.run, "--enforce", "none", "--limits", limits,
        "--catalog", catalogPath, "--with-parent", "\(getpid())",
      ] + hardware.arguments, socket: layout.platformSocket)
  }

  private func startApp() throws(MachineError) {
    try start(
      .app, "openapplock",
      [
        "--state", layout.state, "serve", "--run", layout.run, "--with-parent", "\(getpid())",
      ], socket: layout.appSocket)
  }

  /// Starts a program and waits until its socket answers.
  private func start(
    _ process: ScenarioProcess, _ program: String, _ arguments: [String], socket: String
  ) throws(MachineError) {
    do {
      let child = try ChildProcess(
        "\(programs)/\(program)", arguments: arguments, log: log, on: loop, ended: { _ in })
      processes[process] = child
      let isUp = try look { child.hasEnded || Self.answers(socket) }
      guard isUp, !child.hasEnded else {
        throw MachineError("\(program) did not start: \(lastWords)")
      }
    } catch let error as MachineError {
      throw error
    } catch {
      throw MachineError("\(program) could not be started: \(error)")
    }
  }

  /// Where the processes' output goes.
  private var log: String { folder.path + "/output" }

  private var lastWords: String {
    guard let text = try? String(contentsOf: URL(filePath: log), encoding: .utf8) else {
      return "it said nothing"  // It ended before it could.
    }
    return text.split(separator: "\n").suffix(2).joined(separator: "; ")
  }

  private static func answers(_ socket: String) -> Bool {
    guard
      let connection = try? Bus.connect(
        to: socket, as: "simulate", version: openAppLockVersion, within: .seconds(1))
    else { return false }  // Not yet: it is asked again until the deadline.
    connection.close()
    return true
  }

  // MARK: Conversations

  package func app() throws(MachineError) -> any BusConnection {
    if let appControl { return appControl }
    let connection = try connect(to: layout.appSocket)
    appControl = connection
    return connection
  }

  package func appClients(_ count: Int) throws(MachineError) -> [any BusConnection] {
    var clients: [any BusConnection] = []
    for _ in 0..<count { clients.append(try connect(to: layout.appSocket)) }
    return clients
  }

  package func platform() throws(MachineError) -> any BusConnection {
    if let control { return control }
    let connection = try connect(to: layout.platformSocket)
    control = connection
    return connection
  }

  private func connect(to socket: String) throws(MachineError) -> any BusConnection {
    do {
      return try Bus.connect(
        to: socket, as: "simulate", version: openAppLockVersion,
        attributes: ["appGroup": StateLayout.groupIdentifier])
    } catch {
      throw MachineError(error.message)
    }
  }

  // MARK: Harm

  package func kill(_ process: ScenarioProcess) throws(MachineError) {
    switch process {
    case .monitor, .shieldConfig, .shieldAction: try killExtension(process)
    case .app:
      appControl = nil
      try killChild(.app)
      try startApp()
    case .platform:
      try lookAtHardware()
      control = nil
      try killChild(.platform)
      try startPlatform()
      try waitForApp()
    }
  }

  private func killChild(_ process: ScenarioProcess) throws(MachineError) {
    guard let child = processes.removeValue(forKey: process) else { return }
    child.signal(SIGKILL)
    guard waitForEnd(of: child) else { throw MachineError("\(process.rawValue) did not end") }
  }

  /// Kills an extension that runs now; the platform starts it again when it is needed.
  private func killExtension(_ process: ScenarioProcess) throws(MachineError) {
    guard let point = process.extensionPoint,
      let pid = try status().extensions.first(where: { $0.manifest.extensionPoint == point })?.pid
    else { return }
    do {
      let descriptor = try FileDescriptor.process(pid)
      var hasEnded = false
      let watch = try loop.watch(descriptor.raw) { hasEnded = true }
      defer { watch.cancel() }
      guard oal_pidfd_signal(descriptor.raw, SIGKILL) == 0 else { return }
      guard try loop.run(until: { hasEnded }, within: Self.patience) else {
        throw MachineError("\(process.rawValue) did not end")
      }
    } catch let error as MachineError {
      throw error
    } catch {
      throw MachineError("\(process.rawValue) could not be killed: \(error)")
    }
  }

  package func damage(_ document: ScenarioDocument) throws(MachineError) {
    try document.truncate(in: layout.group)
  }

  // MARK: Waiting

  /// Looks again and again until a condition holds that no event tells of, and tells whether it did in
  /// time.
  private func look(until condition: () -> Bool) throws(SystemError) -> Bool {
    let deadline = loop.uptime + Self.patience
    while !condition() {
      guard loop.uptime < deadline else { return false }
      try loop.turn(waitingAtMost: .milliseconds(5))
    }
    return true
  }

  private func waitForEnd(of child: ChildProcess) -> Bool {
    (try? loop.run(until: { child.hasEnded }, within: Self.patience)) ?? false
  }

  /// Waits until the app has noticed that the platform is there again.
  private func waitForApp() throws(MachineError) {
    do {
      let isBack = try look { self.appSeesPlatform }
      guard isBack else { throw MachineError("the app did not find the platform again") }
    } catch let error as MachineError {
      throw error
    } catch {
      throw MachineError("the machine's loop failed: \(error)")
    }
  }

  private var appSeesPlatform: Bool {
    // Refused while the platform is away; asked again until the deadline.
    (try? app().request(AppStatus(), within: Self.patience)) != nil
  }

  private func status() throws(MachineError) -> PlatformStatus.Reply {
    do {
      return try platform().request(PlatformStatus(), within: Self.patience)
    } catch let error as BusError {
      throw MachineError(error.message)
    } catch {
      throw MachineError("\(error)")
    }
  }

  /// What a real machine's hardware keeps while its service is away.
  private func lookAtHardware() throws(MachineError) {
    do {
      hardware.note(try platform().request(ClockRead(), within: Self.patience))
    } catch let error as BusError {
      throw MachineError(error.message)
    } catch {
      throw MachineError("\(error)")
    }
  }

  // MARK: The catalog

  private var catalogPath: String { folder.path + "/catalog.json" }

  private func write(
    _ apps: [ApplicationToken: Set<ActivityCategoryToken>]
  ) throws(MachineError) {
    let stated = Dictionary(
      uniqueKeysWithValues: apps.map { ($0.rawValue, $1.map(\.rawValue).sorted()) })
    do {
      try JSONEncoder().encode(stated).write(to: URL(filePath: catalogPath))
    } catch {
      throw MachineError("the catalog could not be written: \(error)")
    }
  }
}

extension ScenarioProcess {
  fileprivate var extensionPoint: ExtensionPoint? {
    switch self {
    case .monitor: .monitor
    case .shieldConfig: .shieldConfiguration
    case .shieldAction: .shieldAction
    case .app, .platform: nil
    }
  }
}

/// What a machine keeps while its service is away: its clock, its zone, and which life it is in.
private struct Hardware {
  private var wall: Instant
  private var zone: String
  private var life = 1

  init(wall: Instant, zone: String) {
    self.wall = wall
    self.zone = zone
  }

  /// Takes what the service says of the machine's clock and zone.
  mutating func note(_ reading: ClockReading) {
    wall = reading.suspicion?.wall ?? reading.now
    zone = reading.zone
  }

  /// Switches the machine off for so long.
  mutating func reboot(lasting pause: Duration) {
    wall = wall + pause
    life += 1
  }

  /// What the service is told of it.
  var arguments: [String] {
    [
      "--clock", "virtual", "--start", wall.description, "--zone", zone, "--boot-id",
      "simulated-\(life)",
    ]
  }
}
