import Bus
import Enforcement
import EventLoop
import ScreenTimeModel
import ScreenTimeService

/// The service in the test's process: the code of `screentimed`, on a loop that runs whenever the
/// test waits for something.
final class LocalService: ServiceLife {
  private var service: ScreenTimeService?

  /// Starts a life of the service.
  ///
  /// - Throws: ``TestPlatformError`` `setUp`.
  init(
    _ place: PlatformPlace, limits: PlatformLimits, catalog: StatedCatalog, loop: EventLoop,
    clock: VirtualServiceClock, observer: @escaping (TapRecord) -> Void
  ) throws(TestPlatformError) {
    var configuration = ServiceConfiguration(
      stateDirectory: place.state, socketPath: place.socket, supervised: .uids([]),
      version: "test")
    configuration.limits = limits
    configuration.extensionFolders = [place.manifests]
    do {
      let service = try ScreenTimeService(
        configuration: configuration, loop: loop, clock: clock, catalog: catalog,
        backend: { _ in nil })
      service.server.observer = observer
      try service.start()
      self.service = service
    } catch {
      throw TestPlatformError("setUp", "the service could not be started: \(error.message)")
    }
  }

  var program: ChildProgram? { nil }

  func connect(
    as name: String, attributes: [String: String]
  ) throws(BusError) -> any BusConnection {
    try running().server.connectInProcess(as: name, attributes: attributes)
  }

  func attach(
    _ manifest: ExtensionManifest, serving handler: @escaping (IncomingRequest) -> Void
  ) throws(BusError) -> any BusConnection {
    try running().attachExtension(manifest, serving: handler)
  }

  /// Nothing has to be brought: the observer hears of each message as it is said.
  func listen() {}

  func catchUp() {}

  var lost: Int { 0 }

  func readManifests() -> Bool {
    service?.readManifests()
    return true
  }

  func end() {
    service?.stop()
    service = nil
  }

  func kill() {
    // Its conversations break off; what it would have saved at an orderly end is lost.
    service?.server.close()
    service = nil
  }

  private func running() throws(BusError) -> ScreenTimeService {
    guard let service else { throw BusError(.unreachable, "the service has ended") }
    return service
  }
}
