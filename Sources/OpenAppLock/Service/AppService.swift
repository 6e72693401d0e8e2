package import Bus
import CivilTime
package import EventLoop
import OpenAppLockProtocol
import OpenAppLockRules
import OpenAppLockShared
package import ScreenTimeClient

/// What the app does: keeps rules and lists, refuses what hard mode forbids, and has the platform
/// enforce the rest.
///
/// Each change goes the same way: what was asked is checked, hard mode is asked, it is stored in one
/// transaction, and then everything is worked out anew; the answer says what was stored, and why it
/// isn't enforced yet where it isn't.
package final class AppService {
  let storage: RuleStorage
  let group: GroupStores
  let platform: PlatformLink
  let enforcer: RuleEnforcer
  let server: BusServer
  /// Whether the app's own loop makes shields follow the rules; a simulation stops it.
  var isLoopRunning = true

  /// What an app whose loop doesn't run says of the time that comes: it looks at nothing.
  private static let longestQuiet = Duration.seconds(366 * 86_400)

  /// Opens an instance's rules and group; nothing is connected before ``start()``.
  ///
  /// `connect` makes the conversation with the Screen Time service, again whenever it was lost.
  ///
  /// - Throws: what keeps the group's directory from being used.
  package init(
    of layout: StateLayout, on loop: EventLoop, role: @escaping (Credentials) -> Role?,
    connect: @escaping () throws(BusError) -> ScreenTimeSession
  ) throws {
    let group = try GroupStores(at: layout.group)
    let platform = PlatformLink(loop: loop, connect: connect)
    let storage = RuleStorage(
      of: layout, known: group.snapshots.read().content.map { Set($0.map(\.id)) })
    self.group = group
    self.platform = platform
    self.storage = storage
    enforcer = RuleEnforcer(storage: storage, group: group, platform: platform)
    server = BusServer(
      name: "openapplock", version: openAppLockVersion, registry: OpenAppLockMessages.registry(),
      loop: loop, now: { platform.reckonedNow }, role: role)
    // What the platform is asked on somebody's behalf names his request as its cause.
    server.whileHandling = { request, handle in
      let session = platform.session
      let outer = session?.cause
      session?.cause = request
      handle()
      session?.cause = outer
    }
    serveRules()
    servePreview()
    serveLists()
    serveSettings()
    serveStatus()
    serveShields()
    serveLoop()
  }

  /// Serves the socket at `path`.
  ///
  /// - Throws: what the bus says: `alreadyRunning`, `unsafeFolder`, ….
  package func listen(at path: String) throws(BusError) {
    try server.listen(at: path)
  }

  /// A connection within this process, for whoever needs no socket.
  package func connectInProcess(as name: String) -> any BusConnection {
    server.connectInProcess(as: name)
  }

  /// Connects to the platform and enforces the rules from now on.
  package func start() {
    platform.onPresent = { [weak self] in
      guard let self else { return }
      self.enforcer.platformCame()
      self.superviseAsStored()
      if self.isLoopRunning { self.enforcer.refresh() }
    }
    platform.onTick = { [weak self] in
      guard let self else { return nil }
      guard self.isLoopRunning else { return self.platform.reckonedNow + Self.longestQuiet }
      self.enforcer.refresh()
      return self.enforcer.quietUntil
    }
    platform.start()
    if platform.session == nil { enforcer.refresh() }
  }

  /// Says goodbye to everybody.
  ///
  /// Shields stay as they are.
  package func stop() {
    server.close()
    platform.stop()
  }

  // MARK: What every request needs

  /// Everything at this moment.
  ///
  /// - Throws: what keeps rules or usage from being read.
  func picture() throws(BusError) -> Picture {
    do {
      return try enforcer.picture(at: platform.moments())
    } catch {
      throw BusError(error)
    }
  }

  /// Stores a change and has it enforced.
  ///
  /// Answers why it isn't enforced, where it isn't. Where the platform refuses what became of a rule
  /// because it is over a limit, the change is undone: it is all of it or nothing (decision P6).
  ///
  /// - Throws: why it was not stored; then nothing was changed.
  func change(
    of rules: Set<RuleID> = [], undo: ((RuleRepository) throws(StorageError) -> Void)? = nil,
    _ body: (RuleRepository) throws(StorageError) -> Void
  ) throws(BusError) -> String? {
    try store(body)
    let reason = enforcer.refresh()
    guard let undo, let refusal = enforcer.refusals.first(where: { rules.contains($0.key) }) else {
      return reason
    }
    try store(undo)
    enforcer.refresh()
    throw refusal.value
  }

  private func store(
    _ body: (RuleRepository) throws(StorageError) -> Void
  ) throws(BusError) {
    do { try storage.change(body) } catch { throw BusError(error) }
  }

  /// Refuses a change while the rules' file can't be changed, before anything else is said about it.
  func requireWritable() throws(BusError) {
    do { _ = try storage.repository() } catch { throw BusError(error) }
  }
}
