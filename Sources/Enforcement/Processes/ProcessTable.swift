import ExecGuard
import Glibc
import ScreenTimeModel

/// Finds the processes of apps.
///
/// Looks only at supervised users' processes, never at the first process, at this one, or at those
/// that this one was started by: whoever freezes his own terminal can't thaw it.
final class ProcessTable {
  private struct Known {
    let startTime: UInt64
    let file: FileIdentity
    let tokens: [ApplicationToken]
  }

  private let copies = ContentComparison()
  private var classifier: ProcessClassifier
  private var users: UserRanges
  private var known: [Int32: Known] = [:]

  init() {
    classifier = ProcessClassifier(
      index: .empty(), neverBlock: NeverBlock(folders: [], shells: nil, own: nil), copies: copies)
    users = UserRanges([])
  }

  /// Looks for other targets or other users from now on.
  func look(for index: TargetIndex, of users: UserRanges, neverBlock: NeverBlock) {
    if index != classifier.index { known.removeAll(keepingCapacity: true) }
    classifier = ProcessClassifier(index: index, neverBlock: neverBlock, copies: copies)
    self.users = users
  }

  /// The matches that the inodes and copies tell; quick enough to stand in a rule's edge.
  func quickMatches() -> [MatchedProcess] {
    guard !classifier.index.isEmpty else { return [] }
    let found = ProcessScan.all().compactMap { process in
      let tokens = classifier.quick(process)
      return tokens.isEmpty ? nil : matched(process, tokens)
    }
    guard !found.isEmpty else { return [] }
    let untouchable = Self.untouchable()
    return found.filter { !untouchable.contains($0.identity.pid) }
  }

  /// The matches that all signals tell.
  func thoroughMatches() -> [MatchedProcess] {
    guard !classifier.index.isEmpty else { return [] }
    let untouchable = Self.untouchable()
    let processes = ProcessScan.all()
    let living = Set(processes.map(\.pid))
    known = known.filter { living.contains($0.key) }
    return processes.compactMap { process in
      untouchable.contains(process.pid) ? nil : thoroughMatch(process)
    }
  }

  /// The match of one process that just executed something.
  func match(_ pid: Int32) -> MatchedProcess? {
    known[pid] = nil
    guard !classifier.index.isEmpty, let process = ProcessScan.one(pid),
      let match = thoroughMatch(process), !Self.untouchable().contains(pid)
    else { return nil }
    return match
  }

  private func thoroughMatch(_ process: ScannedProcess) -> MatchedProcess? {
    guard let user = RealUser.of(process: process.pid), users.contains(user),
      let status = ProcessStatus(pid: process.pid), !status.hasEnded
    else { return nil }
    let tokens: [ApplicationToken]
    if let known = known[process.pid], known.startTime == status.startTime,
      known.file == process.file
    {
      tokens = known.tokens
    } else {
      tokens = classifier.thorough(process)
      if !classifier.isInterpreter(process) {
        known[process.pid] = Known(
          startTime: status.startTime, file: process.file, tokens: tokens)
      }
    }
    return tokens.isEmpty ? nil : Self.match(process, user, status, tokens)
  }

  private func matched(_ process: ScannedProcess, _ tokens: [ApplicationToken]) -> MatchedProcess? {
    guard let user = RealUser.of(process: process.pid), users.contains(user),
      let status = ProcessStatus(pid: process.pid), !status.hasEnded
    else { return nil }
    return Self.match(process, user, status, tokens)
  }

  private static func match(
    _ process: ScannedProcess, _ user: UInt32, _ status: ProcessStatus,
    _ tokens: [ApplicationToken]
  ) -> MatchedProcess {
    MatchedProcess(
      identity: ProcessIdentity(pid: process.pid, startTime: status.startTime), user: user,
      name: status.name, tokens: tokens, hasTerminal: status.terminal != 0,
      isStopped: status.isStopped)
  }

  /// The first process, this one, and everything that this one was started by.
  static func untouchable() -> Set<Int32> {
    var pids: Set<Int32> = [1]
    var pid = getpid()
    while pid > 1, pids.insert(pid).inserted {
      guard let status = ProcessStatus(pid: pid) else { break }
      pid = status.parent
    }
    return pids
  }
}
