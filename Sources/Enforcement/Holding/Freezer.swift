import EventLoop
import Glibc
import ScreenTimeModel

/// Holds processes and lets them go on.
///
/// The lasting hold is a frozen cgroup, which the process's owner can't end with a signal. But
/// moving a process into one waits for every processor and takes about ten milliseconds. So a
/// process is stopped by signal first, which takes microseconds, and moved a moment later. A
/// process with a terminal is moved at once: its shell would take the stop for a Ctrl-Z.
final class Freezer {
  /// How long after the stop a process is moved.
  ///
  /// A shield that lifts again by then moved nothing.
  static let settling: Duration = .milliseconds(100)

  private let loop: EventLoop
  private let tree: CgroupTree?
  private let journal: StopJournal
  private let fault: (_ code: String, _ message: String) -> Void
  private var held: [Int32: HeldProcess] = [:]
  /// Cages that are thawed and wait to be emptied and removed.
  private var opened: Set<String> = []
  /// Groups in which no cage can be made.
  private var unusable: Set<String> = []
  private var settle: LoopTimer?
  private var journaled: Set<StopJournal.Entry> = []
  /// Called when a held process is gone or let go.
  var onGone: ((FrozenProcess) -> Void)?

  init(
    loop: EventLoop, tree: CgroupTree?, stateDirectory: String,
    fault: @escaping (_ code: String, _ message: String) -> Void
  ) {
    self.loop = loop
    self.fault = fault
    self.tree = tree
    journal = StopJournal(folder: stateDirectory)
  }

  /// What is held.
  var processes: [FrozenProcess] {
    held.values.map(Self.record).sorted { $0.pid < $1.pid }
  }

  /// Whether anything is held.
  var isEmpty: Bool { held.isEmpty }

  /// The held processes' identities.
  var identities: [ProcessIdentity] { held.values.map(\.handle.identity) }

  /// Whether exactly this process is held.
  func holds(_ identity: ProcessIdentity) -> Bool {
    held[identity.pid]?.handle.identity == identity
  }

  // MARK: Holding

  /// Holds what isn't held yet.
  ///
  /// Returns what is held newly.
  func hold(_ matches: [MatchedProcess]) -> [FrozenProcess] {
    let new = matches.filter { !holds($0.identity) }
    guard !new.isEmpty else { return [] }
    var started: [(MatchedProcess, HeldProcess)] = []
    for match in new {
      guard let handle = ProcessHandle(match.identity) else { continue }
      started.append((match, draft(match, handle)))
    }
    // On disk first: a process that is stopped and not written down would stay so for ever.
    writeJournal(adding: started.compactMap(\.1.journalEntry))
    let result = started.compactMap { match, process in take(match, process) }
    if !result.isEmpty { settleSoon() }
    return result
  }

  /// Gives a held process to another app, whose shield holds it now.
  func relabel(_ identity: ProcessIdentity, _ token: ApplicationToken) {
    guard holds(identity) else { return }
    held[identity.pid]?.token = token
  }

  private func draft(_ match: MatchedProcess, _ handle: ProcessHandle) -> HeldProcess {
    HeldProcess(
      handle: handle, name: match.name, since: loop.uptime, token: match.tokens.first,
      hold: .stopped(wasStopped: match.isStopped))
  }

  private func take(_ match: MatchedProcess, _ process: HeldProcess) -> FrozenProcess? {
    var process = process
    if match.hasTerminal, let cage = cage(process) {
      process.hold = .caged(cage)
    } else if !process.handle.signal(SIGSTOP) {
      if process.handle.isThere {
        fault("freezeRefused", "could not stop process \(match.identity.pid): no right to")
      }
      return nil
    }
    keep(process)
    return Self.record(process)
  }

  private func keep(_ process: HeldProcess) {
    let pid = process.handle.identity.pid
    held[pid] = process
    process.handle.whenGone(loop) { [weak self] in self?.forget(pid) }
  }

  private func forget(_ pid: Int32) {
    guard let process = held.removeValue(forKey: pid) else { return }
    if case .caged(let cage) = process.hold { opened.insert(cage) }
    writeJournal()
    settleSoon()
    onGone?(Self.record(process))
  }

  /// Moves a process into the cage of its app.
  ///
  /// Returns the cage, or `nil` where it can't be.
  private func cage(_ process: HeldProcess) -> String? {
    guard let tree, let token = process.token else { return nil }
    let pid = process.handle.identity.pid
    guard var folder = tree.folder(of: pid) else { return nil }
    if tree.isCage(folder) {
      // A cage that is being emptied: what else is in it must not be frozen again.
      if opened.contains(folder) { empty(folder) }
      folder = tree.origin(of: folder)
    }
    guard !unusable.contains(folder) else { return nil }
    let cage = tree.cage(in: String(folder.dropFirst(tree.mount.count)), for: token.rawValue)
    guard tree.make(cage) == nil, tree.move(pid, to: cage) == nil else {
      _ = tree.remove(cage)
      if process.handle.isThere { unusable.insert(folder) }
      return nil
    }
    opened.remove(cage)
    guard process.handle.isThere else {
      // It ended between the check and the move; whoever has its id now goes back.
      if tree.members(of: cage).contains(pid) { _ = tree.move(pid, to: folder) }
      return nil
    }
    return cage
  }

  // MARK: Settling

  private func settleSoon() {
    guard settle == nil else { return }
    settle = loop.after(Self.settling) { [weak self] in
      self?.settle = nil
      self?.settleNow()
    }
  }

  /// Moves what is only stopped into cages, and empties the cages that were opened.
  func settleNow() {
    for (pid, process) in held {
      guard case .stopped(let wasStopped) = process.hold, let cage = cage(process) else { continue }
      held[pid]?.hold = .caged(cage)
      // The frozen group holds it now; the stop must not outlast that.
      if !wasStopped { process.handle.signal(SIGCONT) }
    }
    writeJournal()
    for cage in opened where !isInUse(cage) { empty(cage) }
    opened = opened.filter { cage in
      if isInUse(cage) { return false }
      return tree.map { !$0.remove(cage) } ?? false
    }
  }

  private func isInUse(_ cage: String) -> Bool {
    held.values.contains { $0.hold == .caged(cage) }
  }

  /// Moves everything in a cage back to where it was taken from.
  private func empty(_ cage: String) {
    guard let tree else { return }
    let origin = tree.origin(of: cage)
    // Thawed processes may start others while they are moved, but not without end.
    for _ in 0..<8 {
      let members = tree.members(of: cage)
      if members.isEmpty { return }
      for pid in members { moveBack(pid, to: origin) }
    }
  }

  /// Moves a process to its group, or to the nearest one above that takes it: a group that hands its
  /// resources on to others by now accepts no processes itself.
  private func moveBack(_ pid: Int32, to origin: String) {
    guard let tree else { return }
    var folder = origin
    while let reason = tree.move(pid, to: folder), reason == EBUSY || reason == EOPNOTSUPP,
      folder.count > tree.mount.count
    {
      folder = FileSystem.parent(of: folder)
    }
  }

  // MARK: Letting go

  /// Lets the processes go on.
  func release(_ identities: some Sequence<ProcessIdentity>) -> [FrozenProcess] {
    var released: [FrozenProcess] = []
    var touched: Set<String> = []
    for identity in identities where holds(identity) {
      guard let process = held.removeValue(forKey: identity.pid) else { continue }
      if case .caged(let cage) = process.hold {
        touched.insert(cage)
      } else if case .stopped(let wasStopped) = process.hold, !wasStopped {
        process.handle.signal(SIGCONT)
      }
      if case .caged(let cage) = process.hold, isInUse(cage), let tree {
        moveBack(identity.pid, to: tree.origin(of: cage))
      }
      released.append(Self.record(process))
    }
    for cage in touched where !isInUse(cage) { open(cage) }
    if !released.isEmpty {
      writeJournal()
      settleSoon()
    }
    return released
  }

  /// Thaws a cage as a whole, which is quick; its processes are moved back a moment later.
  private func open(_ cage: String) {
    guard let tree else { return }
    if let reason = tree.setFrozen(cage, false), reason != ENOENT {
      fault("thawRefused", "could not thaw \"\(cage)\": error \(reason)")
    }
    opened.insert(cage)
  }

  /// Lets everything go on, and leaves nothing behind.
  func releaseAll() -> [FrozenProcess] {
    let released = release(identities)
    settle?.cancel()
    settle = nil
    settleNow()
    return released
  }

  /// Makes sure that what is held is still so: an owner may continue his process, and an
  /// administrator may open a cage.
  func reassert() {
    for (pid, process) in held {
      switch process.hold {
      case .stopped: process.handle.signal(SIGSTOP)
      case .caged(let cage):
        guard let tree else { continue }
        if tree.folder(of: pid) != cage {
          held[pid]?.hold = .stopped(wasStopped: false)
          process.handle.signal(SIGSTOP)
          settleSoon()
        } else if FileSystem.text(of: cage + "/cgroup.freeze", atMost: 8)?.first == "0" {
          _ = tree.setFrozen(cage, true)
        }
      }
    }
  }

  // MARK: An earlier life

  /// Takes over what an earlier life of this instance left held.
  ///
  /// It stays held until a state is applied: what was shielded stays shielded.
  func adopt() {
    for entry in journal.read() {
      journaled.insert(entry)
      guard let handle = ProcessHandle(entry.identity) else { continue }
      adopt(handle, .stopped(wasStopped: entry.wasStopped))
    }
    guard let tree else { return }
    for cage in tree.cages() {
      let members = tree.members(of: cage)
      for pid in members {
        guard let identity = ProcessIdentity(pid: pid), let handle = ProcessHandle(identity) else {
          continue
        }
        // Stopped and moved, but not yet continued: the cage alone holds it from now on.
        if held[pid]?.hold == .stopped(wasStopped: false) { handle.signal(SIGCONT) }
        adopt(handle, .caged(cage))
      }
      if members.isEmpty { _ = tree.remove(cage) }
    }
    writeJournal()
  }

  private func adopt(_ handle: ProcessHandle, _ hold: HeldProcess.Hold) {
    let name = ProcessStatus(pid: handle.identity.pid)?.name ?? ""
    keep(HeldProcess(handle: handle, name: name, since: loop.uptime, token: nil, hold: hold))
  }

  // MARK: Records

  /// Brings the journal up to date with what is stopped, and what is about to be.
  private func writeJournal(adding more: [StopJournal.Entry] = []) {
    let entries = Set(held.values.compactMap(\.journalEntry) + more)
    guard entries != journaled else { return }
    let reason =
      journal.note(Array(entries.subtracting(journaled)))
      ?? journal.strike(Array(journaled.subtracting(entries)))
    journaled = entries
    if let reason {
      fault("journalUnwritable", "could not write down what is stopped: error \(reason)")
    } else if entries.isEmpty {
      journal.clear()
    }
  }

  private static func record(_ process: HeldProcess) -> FrozenProcess {
    FrozenProcess(
      pid: process.handle.identity.pid, token: process.token, name: process.name,
      since: process.since)
  }
}
