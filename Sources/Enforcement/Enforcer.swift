package import EventLoop
import ExecGuard
import Glibc
package import ScreenTimeModel

/// Makes a wanted state true, with the means that this machine allows.
///
/// It is told the whole state each time, works out the difference itself, and may be told the same
/// one again. When ``apply(_:)`` returns, starts of the shielded executables are denied and their
/// processes are held; scripts, sandboxed apps and the like follow within the loop's next turn.
package final class Enforcer {
  /// How often all processes are looked at although nothing was heard.
  static let slowLook: Duration = .seconds(30)
  /// How often they are looked at where the kernel doesn't say what is started.
  static let blindLook: Duration = .seconds(1)
  /// How often it is made sure that what is held is still so.
  static let reassertion: Duration = .seconds(2)

  let loop: EventLoop
  /// How much is used.
  package let mode: EnforcementMode
  private let guardController: GuardController?
  private let freezer: Freezer
  private let table = ProcessTable()
  private let usage = ProcessTable()
  private var closer: Closer?
  private var watcher: ExecutableWatcher?
  private var connector: ProcessConnector?
  private var neverBlock: NeverBlock
  private var neverBlockChecked: Duration?
  private var users = UserRanges([])
  private var rangesOf: [SupervisedUsers: UserRanges] = [:]
  private var lookTimer: LoopTimer?
  private var holdTimer: LoopTimer?
  private var lookIsDue = false
  private var toldRefusals: Set<TargetIndex.Refusal> = []
  /// Processes that the person in front of the shield wants closed; they aren't held meanwhile.
  private var unwanted: Set<ProcessIdentity> = []
  private var guardedFiles: [FileIdentity: TargetIndex.File] = [:]
  /// What has lain at the shielded paths since they are.
  private var seen: [String: [FileVersion]] = [:]
  private(set) var index = TargetIndex.empty()

  /// What is to be enforced.
  package private(set) var wanted = WantedState(supervised: .uids([]))

  /// Called with each start that was denied.
  package var onDenied: ((DeniedLaunch) -> Void)?
  /// Called with each process that is held newly.
  package var onFrozen: ((FrozenProcess) -> Void)?
  /// Called with each process that goes on, or has ended while it was held.
  package var onThawed: ((FrozenProcess) -> Void)?
  /// Called when a process is going to be closed, with the time that is left to save something.
  package var onWarning: ((ClosingProcess, Duration) -> Void)?
  /// Called when a process has ended that was asked to.
  package var onClosed: ((ClosingProcess) -> Void)?
  /// Called with what doesn't work: a code for programs, a sentence for people.
  package var onFault: ((_ code: String, _ message: String) -> Void)?

  /// Starts to enforce; nothing yet.
  ///
  /// - Parameters:
  ///   - loop: the loop that everything happens on.
  ///   - instance: a short id of this instance, the same in each of its lives; names its cgroups.
  ///   - stateDirectory: a folder of ours, for the journal of what is stopped.
  ///   - guardExecutable: the guard program; `nil` denies no starts.
  ///   - mode: how much is used.
  package init(
    loop: EventLoop, instance: String, stateDirectory: String, guardExecutable: String?,
    mode: EnforcementMode = .auto
  ) {
    self.loop = loop
    self.mode = mode
    neverBlock = NeverBlock()
    let relay = FaultRelay(loop)
    freezer = Freezer(
      loop: loop, tree: CgroupTree(instance: instance), stateDirectory: stateDirectory,
      fault: relay.tell)
    let usable = mode == .auto && EnforcementProbe.mayDenyStarts()
    guardController = guardExecutable.flatMap { path in
      usable ? GuardController(loop: loop, executable: path) : nil
    }
    relay.enforcer = self
    connectParts(relay)
    guard mode == .auto else { return }
    freezer.adopt()
    guardController?.start()
    if !freezer.isEmpty { keepHolding() }
  }

  private func connectParts(_ relay: FaultRelay) {
    freezer.onGone = { [weak self] in self?.onThawed?($0) }
    guardController?.onFault = relay.tell
    guardController?.onDenied = { [weak self] in self?.denied($0, $1) }
    guardController?.onFailures = { [weak self] in self?.markingFailed($0) }
    let closer = Closer(loop: loop) { [weak self] in self?.stillCloses($0) ?? false }
    closer.onWarning = { [weak self] in self?.onWarning?($0, $1) }
    closer.onClosed = { [weak self] process in
      self?.forgetUnwanted()
      self?.onClosed?(process)
    }
    self.closer = closer
  }

  // MARK: The state

  /// Makes `state` true.
  package func apply(_ state: WantedState) {
    let modeChanged = state.whenBlocked != wanted.whenBlocked
    wanted = state
    guard mode == .auto else { return }
    if modeChanged { report(released: freezer.release(freezer.identities)) }
    enforce()
  }

  /// Does everything that belongs to the edge of a rule, in the order in which it matters.
  private func enforce() {
    resolve()
    guardController?.send(users: users, entries: index.guarded)
    listen()
    block(table.quickMatches())
    guardController?.awaitTable()
    letGo()
    watchFiles()
    tellRefusals()
    lookThoroughly()
    keepLooking()
  }

  private func resolve() {
    refreshNeverBlock()
    index = TargetIndex(wanted.targets, neverBlock: neverBlock, seen: seen)
    remember()
    users = ranges(of: wanted.supervised)
    for (entry, file) in zip(index.guarded, index.guardedFiles) { guardedFiles[entry.file] = file }
    if guardedFiles.count > 4_096 {
      let current = Set(index.guarded.map(\.file))
      guardedFiles = guardedFiles.filter { current.contains($0.key) }
    }
    table.look(for: index, of: users, neverBlock: neverBlock)
  }

  /// Looks at the program folders again, at most once a second: an edge must not wait for that each
  /// time.
  private func refreshNeverBlock() {
    let now = loop.uptime
    if let checked = neverBlockChecked, now - checked < .seconds(1) { return }
    neverBlockChecked = now
    if neverBlock.isStale { neverBlock = NeverBlock() }
  }

  private func ranges(of supervised: SupervisedUsers) -> UserRanges {
    if let known = rangesOf[supervised] { return known }
    if rangesOf.count > 16 { rangesOf.removeAll() }
    let ranges = supervised.rangesWithSubordinates()
    rangesOf[supervised] = ranges
    return ranges
  }

  private func remember() {
    seen = seen.filter { index.watchedPaths.contains($0.key) }
    for (path, version) in index.versions where seen[path]?.last != version {
      var versions = (seen[path] ?? []).filter { $0 != version }
      versions.append(version)
      // Somebody who builds a shielded program again and again must not fill our memory.
      seen[path] = Array(versions.suffix(8))
    }
  }

  /// Holds or closes processes.
  ///
  /// Repeats the look while it finds some: what they started between the look and the hold has to
  /// be found too.
  private func block(_ matches: [MatchedProcess]) {
    var matches = matches
    for _ in 0..<4 {
      guard !matches.isEmpty, act(on: matches) else { return }
      matches = table.quickMatches()
    }
  }

  /// Returns whether anything was held newly.
  private func act(on matches: [MatchedProcess]) -> Bool {
    switch wanted.whenBlocked {
    case .freeze:
      let frozen = freezer.hold(matches.filter { !unwanted.contains($0.identity) })
      for process in frozen { onFrozen?(process) }
      if !frozen.isEmpty { keepHolding() }
      return !frozen.isEmpty
    case .close(let warning, let grace):
      closer?.close(matches, warning: warning, grace: grace)
      return false
    }
  }

  /// Lets go on what no shield holds any more.
  private func letGo() {
    let leaving = freezer.identities.filter { identity in
      guard let match = table.match(identity.pid), match.identity == identity,
        let token = match.tokens.first
      else { return true }
      freezer.relabel(identity, token)
      return false
    }
    report(released: freezer.release(leaving))
    closer?.cancelUnwanted()
  }

  private func report(released: [FrozenProcess]) {
    for process in released { onThawed?(process) }
  }

  private func stillCloses(_ identity: ProcessIdentity) -> Bool {
    let isMeant = if case .close = wanted.whenBlocked { true } else { unwanted.contains(identity) }
    guard isMeant, let match = table.match(identity.pid), match.identity == identity else {
      unwanted.remove(identity)
      return false
    }
    return true
  }

  /// Closes a shielded app because the person in front of its shield asked for that: its processes
  /// go on, are asked to end, and are killed when they haven't after `grace`.
  package func close(_ app: ApplicationToken, grace: Duration = .seconds(3)) {
    guard mode == .auto else { return }
    let matches = table.thoroughMatches().filter { $0.tokens.contains(app) }
    unwanted.formUnion(matches.map(\.identity))
    closer?.close(matches, warning: .zero, grace: grace)
    report(released: freezer.release(matches.map(\.identity)))
  }

  private func forgetUnwanted() {
    unwanted = unwanted.filter { identity in table.match(identity.pid)?.identity == identity }
  }

  // MARK: Looking

  private func listen() {
    if index.isEmpty {
      connector = nil
    } else if connector == nil {
      // Where that isn't allowed, the look every second takes its place.
      connector = try? ProcessConnector(loop: loop) { [weak self] in self?.heard($0) }
    }
  }

  private func heard(_ news: ProcessConnector.News) {
    switch news {
    case .executed(let pids): block(pids.compactMap { table.match($0) })
    case .lost: lookThoroughly()
    }
  }

  private func lookThoroughly() {
    guard !lookIsDue, !index.isEmpty else { return }
    lookIsDue = true
    loop.enqueue { [weak self] in
      guard let self, lookIsDue else { return }
      lookIsDue = false
      block(table.thoroughMatches())
    }
  }

  private func keepLooking() {
    lookTimer?.cancel()
    lookTimer = nil
    guard !index.isEmpty else { return }
    lookTimer = loop.after(connector == nil ? Self.blindLook : Self.slowLook) { [weak self] in
      // Ids are lent to users now and then; what was looked up for an edge is not for ever.
      self?.rangesOf.removeAll()
      self?.lookThoroughly()
      self?.keepLooking()
    }
  }

  private func keepHolding() {
    guard holdTimer == nil else { return }
    holdTimer = loop.after(Self.reassertion) { [weak self] in
      guard let self else { return }
      holdTimer = nil
      freezer.reassert()
      if !freezer.isEmpty { keepHolding() }
    }
  }

  // MARK: Files

  private func watchFiles() {
    if watcher == nil, !index.watchedPaths.isEmpty {
      do {
        watcher = try ExecutableWatcher(loop: loop) { [weak self] in self?.filesChanged() }
      } catch {
        onFault?("filesUnwatched", "a replaced program may start once: \(error)")
      }
    }
    if watcher?.setPaths(index.watchedPaths) == true, !index.isCurrent { filesChanged() }
  }

  private func filesChanged() {
    guard mode == .auto else { return }
    resolve()
    guardController?.send(users: users, entries: index.guarded)
    guardController?.awaitTable()
    block(table.quickMatches())
    tellRefusals()
  }

  private func markingFailed(_ failures: [GuardNotice.MarkFailure]) {
    // Replaced or gone between the look and the mark: look again. The watcher says so as well, but
    // not for a folder that could not be watched.
    if !index.isCurrent { filesChanged() }
    for failure in failures where failure.errno != ESTALE && failure.errno != ENOENT {
      guard Int(failure.entry) < index.guarded.count else { continue }
      let path = index.guarded[Int(failure.entry)].path
      let reason = SystemError(operation: "mark", path: path, errno: failure.errno)
      onFault?("notMarked", "\(reason); its processes are found when they run")
    }
  }

  private func tellRefusals() {
    let refusals = Set(index.refusals)
    for refusal in refusals.subtracting(toldRefusals) { onFault?("neverBlocked", refusal.reason) }
    toldRefusals = refusals
  }

  private func denied(_ denial: GuardNotice.Denial, _ table: GuardTable) {
    let entry = table.entries[Int(denial.entry)]
    guard let file = guardedFiles[entry.file] else { return }
    onDenied?(
      DeniedLaunch(
        pid: denial.process, uid: denial.user, token: file.token, executable: entry.path))
  }

  // MARK: Questions

  /// What is held now.
  package func frozen() -> [FrozenProcess] { freezer.processes }

  /// How many processes each of these apps has that are supervised and not held.
  ///
  /// An app without any is not in the answer.
  package func runningApps(
    among targets: [AppTarget], of supervised: SupervisedUsers
  ) -> [ApplicationToken: Int] {
    refreshNeverBlock()
    usage.look(
      for: TargetIndex(targets, neverBlock: neverBlock),
      of: ranges(of: supervised), neverBlock: neverBlock)
    var counts: [ApplicationToken: Int] = [:]
    for match in usage.thoroughMatches() where !freezer.holds(match.identity) {
      for token in match.tokens { counts[token, default: 0] += 1 }
    }
    return counts
  }

  /// The guard's process, while there is one.
  package var guardProcess: Int32? { guardController?.pid }

  /// What works here and now, and what is not enforced.
  package func reports() -> [BackendReport] {
    guard mode == .auto else { return [EnforcementProbe.switchedOff] }
    return EnforcementProbe.reports(
      guardState: guardController?.state ?? .unavailable(missingGuard),
      hasConnector: connector != nil ? true : nil,
      refusals: index.refusals.map(\.reason))
  }

  private var missingGuard: String {
    EnforcementProbe.mayDenyStarts()
      ? "the program execguard was not found" : EnforcementProbe.startsHint
  }

  /// What would work here, without a running service.
  package static func probe() -> [BackendReport] {
    EnforcementProbe.reports(guardState: nil, hasConnector: nil, refusals: [])
  }

  /// Lets everything go on and denies nothing any more.
  package func stop() {
    lookTimer?.cancel()
    holdTimer?.cancel()
    lookIsDue = false
    connector = nil
    watcher = nil
    closer?.cancelAll()
    guardController?.stop()
    report(released: freezer.releaseAll())
  }
}

/// Carries faults of the parts to the enforcer, which they are made before.
private final class FaultRelay {
  weak var enforcer: Enforcer?
  private let loop: EventLoop

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  /// Tells at once, or, while nobody listens yet, with the loop's next turn.
  func tell(_ code: String, _ message: String) {
    if let onFault = enforcer?.onFault { return onFault(code, message) }
    loop.enqueue { [self] in enforcer?.onFault?(code, message) }
  }
}
