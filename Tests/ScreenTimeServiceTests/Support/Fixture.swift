import Bus
import CivilTime
import Enforcement
import EventLoop
import Foundation
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import TestSupport

/// A service in this process, on a virtual clock, in a scratch folder of its own.
final class Fixture {
  let scratch: Scratch
  let loop: EventLoop
  private(set) var clock: VirtualServiceClock
  let zone: Zone
  private(set) var backend = RecordingBackend()
  private(set) var service: ScreenTimeService
  private let catalog: StatedCatalog
  private let limits: PlatformLimits
  private let timing: HostTiming
  private let state: String
  private let programs: Programs?
  private var monitors: [TestMonitor] = []

  init(
    _ start: String = "2025-01-06T08:00", zone: String = "Europe/Berlin",
    limits: PlatformLimits = .linux, categories: [String: String] = [:],
    timing: HostTiming = HostTiming(), state: String? = nil,
    extensions: [ExtensionManifest]? = nil, test: String = #function
  ) throws {
    scratch = try Scratch(test)
    loop = try EventLoop()
    self.zone = try Zone(identifier: zone)
    clock = VirtualServiceClock(start: try self.zone.instant(parsing: start), zone: self.zone)
    self.limits = limits
    self.timing = timing
    self.state = state ?? scratch.file("state")
    var apps: [ApplicationToken: Set<ActivityCategoryToken>] = [:]
    for name in ["org.test.Chess", "org.test.Mines", "org.test.Chat", "org.test.Editor"] {
      apps[try app(name)] = Set(
        try categories[name].map { [try ActivityCategoryToken(parsing: $0)] } ?? [])
    }
    catalog = StatedCatalog(apps)
    let folder = scratch
    let programs = try extensions.map { try Self.write($0, in: folder) }
    self.programs = programs
    service = try Self.make(
      self.state, loop, clock, catalog, backend, limits, timing, programs)
    try service.start()
  }

  deinit {
    service.stop()
    scratch.cleanUp()
  }

  /// Ends the service and starts another on the same state, `after` so much time.
  func restart(after pause: Duration = .zero) throws {
    service.stop()
    try startAgain(after: pause)
  }

  /// Drops the service without a word and starts another on the same state.
  func crash(after pause: Duration = .zero, _ meanwhile: () throws -> Void = {}) throws {
    service.server.close()
    try meanwhile()
    service = try Self.make(
      scratch.file("unused"), loop, clock, catalog, backend, limits, timing, nil)
    try startAgain(after: pause)
  }

  /// Ends the service, has the machine off for a while, and starts both again.
  func reboot(after pause: Duration) throws {
    service.stop()
    clock = clock.afterReboot(lasting: pause)
    try startAgain()
  }

  /// Starts a service on the state while none runs.
  func startAgain(after pause: Duration = .zero) throws {
    clock.pass(pause)
    backend = RecordingBackend()
    service = try Self.make(state, loop, clock, catalog, backend, limits, timing, programs)
    try service.start()
  }

  func client(group: String? = "group.test") -> TestClient {
    TestClient(
      service.server.connectInProcess(
        as: "test", attributes: group.map { ["appGroup": $0] } ?? [:]))
  }

  /// Somebody with the rights of root.
  func administrator() -> TestClient {
    TestClient(
      service.server.connectInProcess(
        as: "admin", credentials: Credentials(uid: 0, gid: 0, pid: getpid()), attributes: [:]))
  }

  /// A monitor that writes down what it is told, for as long as the fixture lives.
  @discardableResult
  func monitor(group: String = "group.test") -> TestMonitor {
    let monitor = TestMonitor(service, group: group, identifier: group + ".monitor")
    monitors.append(monitor)
    return monitor
  }

  /// Moves the clock to a local reading, and waits for all that this causes.
  func go(to reading: String) throws {
    _ = try client(group: nil).ask(ClockAdvance(to: try zone.instant(parsing: reading)))
  }

  /// Lets so much time pass.
  func pass(_ duration: Duration) throws {
    _ = try client(group: nil).ask(ClockAdvance(to: service.time.now + duration))
  }

  /// Waits until everything that is owed has been delivered; no time passes.
  func settle() throws { try pass(.zero) }

  /// Takes turns until a condition holds.
  func wait(
    _ what: String, within limit: Duration = .seconds(30), until condition: () -> Bool
  ) throws {
    guard try loop.run(until: condition, within: limit) else {
      throw BusError(.timeout, "\(what) did not come about within \(limit)")
    }
  }

  /// The path of one of the service's documents.
  func document(_ name: String) -> String { state + "/platform/" + name + ".json" }

  /// Cuts a document in the middle.
  func truncate(_ name: String) throws {
    let path = document(name)
    let data = try Data(contentsOf: URL(filePath: path))
    try data.prefix(data.count / 2).write(to: URL(filePath: path))
  }

  /// Where a service is reached by extensions that are processes of their own.
  struct Programs {
    let socket: String
    let manifests: String
  }

  /// The socket, where extensions are processes.
  var socket: String { programs?.socket ?? "" }

  /// Puts a manifest in the place of the one with its name.
  func describe(_ manifest: ExtensionManifest) throws {
    try Self.write(manifest, in: scratch)
  }

  private static func write(_ manifest: ExtensionManifest, in scratch: Scratch) throws {
    try scratch.write(
      String(decoding: try JSONEncoder().encode(manifest), as: UTF8.self),
      to: "manifests/\(manifest.identifier).json")
  }

  private static func write(
    _ manifests: [ExtensionManifest], in scratch: Scratch
  ) throws -> Programs {
    try scratch.makeFolder("manifests")
    for manifest in manifests { try write(manifest, in: scratch) }
    return Programs(
      socket: scratch.file("run/screentimed.sock"), manifests: scratch.file("manifests"))
  }

  private static func make(
    _ state: String, _ loop: EventLoop, _ clock: VirtualServiceClock, _ catalog: StatedCatalog,
    _ backend: RecordingBackend, _ limits: PlatformLimits, _ timing: HostTiming,
    _ programs: Programs?
  ) throws -> ScreenTimeService {
    var configuration = ServiceConfiguration(
      stateDirectory: state, socketPath: programs?.socket, supervised: .uids([]),
      version: "test")
    configuration.limits = limits
    configuration.timing = timing
    if let programs { configuration.extensionFolders = [programs.manifests] }
    return try ScreenTimeService(
      configuration: configuration, loop: loop, clock: clock, catalog: catalog,
      backend: { _ in backend })
  }
}
