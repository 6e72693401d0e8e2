import AppGroup
package import Bus
import CivilTime
import Enforcement
package import EventLoop
import ExtensionSandbox
import Glibc
package import ScreenTimeModel
import ScreenTimeProtocol

/// What screentimed does: stores and their union, activities, use, extensions, enforcement, time.
///
/// It lives on its loop's thread. Everything that it is asked goes through the table in
/// `ScreenTimeService+Handlers.swift`; everything that time brings goes through
/// `ScreenTimeService+Time.swift`.
package final class ScreenTimeService {
  /// What it was started with.
  package let configuration: ServiceConfiguration
  /// The clocks of the machine; what goes by them goes by ``time``.
  package let clock: any ServiceClock
  /// The time by which everything here happens.
  package let time: ServiceTime
  /// The bus that it serves.
  package let server: BusServer

  let loop: EventLoop
  let desk: EnforcementDesk
  let documents: PlatformDocuments
  let meter: UsageMeter
  let history: UsageHistory
  let activities: ActivityBook
  let host: ExtensionHost
  let sandboxReport: SandboxReport
  let ticks = TickBoard()
  let presenters = Presenters()
  let chronicle = Chronicle()
  let relay: ServiceRelay
  var stores: StoreBook
  /// How many writes to stores there were in this life.
  var storesRevision = 0
  var settings: ServiceSettings
  var faults = FaultLog()
  var timeline = Timeline()
  var saving = SavingState()
  private var lock: InstanceLock?
  private var owedFromBefore: [MonitorCallback]

  /// Takes over the state of an instance; nobody can reach the service before ``start()``.
  ///
  /// Damaged documents don't keep it from starting: they are faults, and what was shielded stays so.
  /// `backend` makes what enforces, and is told where to report faults; it is called when the state is
  /// known to be ours, because it may take over what an earlier life held.
  ///
  /// - Throws: ``ServiceError`` when another service has the state, or its directory can't be used.
  package init(
    configuration: ServiceConfiguration, loop: EventLoop, clock: any ServiceClock,
    catalog: any ApplicationCatalog,
    backend: (_ fault: @escaping (String, String) -> Void) -> (any EnforcementBackend)?
  ) throws(ServiceError) {
    self.configuration = configuration
    self.loop = loop
    self.clock = clock
    try Self.makeFolders(configuration)
    lock = try Self.lock(configuration.platformDirectory + "/instance.lock")
    let documents = try Self.documents(configuration)
    self.documents = documents
    let relay = ServiceRelay()
    self.relay = relay
    let loadedClock = documents.loadClock()
    let time = ServiceTime(clock, after: loadedClock.content)
    self.time = time

    let index = AppIndex(catalog)
    desk = EnforcementDesk(
      backend: backend { relay.service?.note($0, $1) }, index: index,
      whenBlocked: configuration.whenBlocked)
    history = UsageHistory { date in
      let loaded = documents.loadUsage(of: date)
      if let problem = loaded.problem { relay.service?.note(problem.code, problem.message) }
      return loaded.content
    }
    meter = UsageMeter(
      history: history, time: time,
      longestStep: clock.isVirtual ? nil : configuration.samplingPeriod * 2,
      names: { index.identity(of: $0).names },
      categories: { index.identity(of: $0).categories })
    let sandbox = ExtensionSandbox(configuration.sandbox)
    sandboxReport = sandbox.report
    let loadedStores = documents.loadStores()
    let loadedActivities = documents.loadActivities()
    let loadedSettings = documents.loadSettings()
    stores = loadedStores.book
    settings = loadedSettings.content
    owedFromBefore = loadedActivities.content.owed
    activities = ActivityBook(
      loadedActivities.content.records, limits: configuration.limits, usage: meter)
    host = ExtensionHost(
      loop: loop, timing: configuration.timing, uptime: { time.uptime },
      programs: ExtensionHost.Programs(
        socket: configuration.socketPath, sandbox: sandbox,
        groupsDirectory: configuration.groupsDirectory, logDirectory: configuration.logDirectory),
      ownPid: getpid(),
      reports: HostReports(
        fault: { relay.service?.note($0, $1) }, clear: { relay.service?.faults.clear($0, $1) }),
      settled: { relay.service?.hostSettled() })
    server = BusServer(
      name: "screentimed", version: configuration.version,
      registry: ScreenTimeMessages.registry(), loop: loop, now: { time.now },
      role: { relay.service?.role(of: $0) })
    relay.service = self
    for problem in [
      loadedStores.problem, loadedActivities.problem, loadedSettings.problem, loadedClock.problem,
    ] {
      if let problem { note(problem.code, problem.message) }
    }
    if loadedStores.isUnknown { holdUnknown() }
  }

  /// Makes true what the stores say, catches up on what was missed, and serves.
  ///
  /// - Throws: ``ServiceError`` `unusableSocket` or `alreadyRunning` when the socket can't be served.
  package func start() throws(ServiceError) {
    handleRequests()
    handlePeers()
    desk.onDenied { [weak self] in self?.present($0) }
    readManifests()
    enforceUnion()
    do {
      try clock.observe(on: loop) { [weak self] in self?.clockWasSet() }
    } catch {
      note("clockNotWatched", error.description)
    }
    if let path = configuration.socketPath {
      do {
        try server.listen(at: path)
      } catch {
        let code: ServiceError.Code =
          error.code == .alreadyRunning ? .alreadyRunning : .unusableSocket
        throw ServiceError(code, error.message, hint: error.hint)
      }
    }
    owe(owedFromBefore)
    owedFromBefore = []
    clockWasSet()
    if time.suspicion != nil { tellSuspicion() }
    saveClock()
    sample()
  }

  /// Saves everything, ends the extensions, lets go of what is held, and says goodbye; it takes
  /// less than two seconds.
  ///
  /// A second call does nothing.
  package func stop() {
    guard !timeline.isStopped else { return }
    timeline.stop()
    stepUse()
    saveUsage()
    saveActivities()
    saveShields()
    saveClock()
    host.stop()
    let limit = configuration.timing.grace + .milliseconds(500)
    do {
      _ = try loop.run(until: { self.host.hasEnded }, within: limit)
    } catch {
      // The extensions end with this process in any case.
      note("loop", error.description)
    }
    server.close()
    desk.stop()
    lock = nil
  }

  /// Adds an extension that lives in this process: the same host delivers to it, by the same rules.
  ///
  /// - Returns: Its connection, over which it writes its stores.
  package func attachExtension(
    _ manifest: ExtensionManifest, serving handler: @escaping (IncomingRequest) -> Void
  ) -> any BusConnection {
    add(manifest)
    return server.connectInProcess(
      as: manifest.identifier,
      attributes: [
        "extension": manifest.identifier, "extensionPoint": manifest.extensionPoint.rawValue,
        "appGroup": manifest.appGroup,
      ], serving: handler)
  }

  /// Notes a fault, for status.
  package func note(_ code: String, _ message: String) {
    faults.note(code, message, at: time.now)
  }

  /// Reads the manifests again: extensions that were added or replaced are known from now on.
  ///
  /// Of two with one name, the one in the earlier folder holds.
  package func readManifests() {
    var known: Set<String> = []
    for folder in [configuration.ownExtensionFolder] + configuration.extensionFolders {
      let (manifests, problems) = ManifestFolder(path: folder).read()
      for problem in problems { note("manifest", problem) }
      for manifest in manifests where known.insert(manifest.identifier).inserted { add(manifest) }
    }
  }

  private func add(_ manifest: ExtensionManifest) {
    do {
      _ = try AppGroup(
        at: configuration.groupsDirectory + "/" + manifest.appGroup, creating: true)
    } catch {
      note("manifest", "\(manifest.identifier): \(error.message)")
    }
    host.add(manifest)
  }

  private func holdUnknown() {
    desk.hold()
    note("unknownShields", "what was shielded is unknown; what is held stays so until it is known")
  }

  private static func makeFolders(
    _ configuration: ServiceConfiguration
  ) throws(ServiceError) {
    for path in [
      configuration.stateDirectory, configuration.platformDirectory, configuration.logDirectory,
      configuration.ownExtensionFolder, configuration.groupsDirectory,
    ] + configuration.socketFolder {
      do {
        _ = try AppGroup(at: path, creating: true)
      } catch {
        throw ServiceError(.unusableState, error.message, hint: error.hint)
      }
    }
  }

  /// Keeps a second service off the same state: two would undo each other's shields.
  private static func lock(_ path: String) throws(ServiceError) -> InstanceLock {
    do {
      return try InstanceLock(at: path, within: InstanceLock.leaving)
    } catch {
      switch error {
      case .held(let pid):
        throw ServiceError(
          .alreadyRunning,
          "another service (process \(pid.map(String.init) ?? "unknown")) has this state",
          hint: "end it first, or use another --state")
      case .failed(let reason): throw ServiceError(.unusableState, reason.description)
      }
    }
  }

  private static func documents(
    _ configuration: ServiceConfiguration
  ) throws(ServiceError) -> PlatformDocuments {
    do {
      return try PlatformDocuments(at: configuration.platformDirectory)
    } catch {
      throw ServiceError(.unusableState, error.message, hint: error.hint)
    }
  }
}

/// How the parts reach the service that they were made for, without keeping it.
final class ServiceRelay {
  weak var service: ScreenTimeService?
}
