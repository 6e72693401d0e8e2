import EventLoop
import ExecGuard
import Glibc

/// Keeps a guard running that has the current table.
///
/// Every wait for it is bounded. One that is late is replaced: the new one marks first, the old one
/// goes afterwards, so that nothing is open in between.
final class GuardController {
  /// What the guard is, for reports.
  enum State: Hashable {
    case absent
    case serving
    /// It can't be had, and why.
    case unavailable(String)
  }

  /// How long a guard may take to mark a table, and to answer a ping.
  static let patience: Duration = .milliseconds(500)
  /// How often a guard that has something to guard is asked whether it still answers.
  static let heartbeat: Duration = .seconds(2)
  private static let longestPause: Duration = .seconds(30)

  private let loop: EventLoop
  private let executable: String
  private var process: GuardProcess?
  private var startedAt: Duration = .zero
  private var table = GuardTable.empty
  /// The table that the present guard has; `nil` until it says so.
  private var acknowledged: UInt32?
  private var previous: GuardTable?
  private var pause: Duration = .zero
  private var restart: LoopTimer?
  private var pulse: LoopTimer?
  private var pinged: UInt32 = 0
  private var ponged: UInt32 = 0
  private var ended = false
  private(set) var state = State.absent
  /// What of the current table could not be marked.
  private(set) var failures: [GuardNotice.MarkFailure] = []

  /// Called with each denied start, the entry's position and the table it belongs to.
  var onDenied: ((GuardNotice.Denial, GuardTable) -> Void)?
  /// Called when files could not be marked; what lies at their paths may be others by now.
  var onFailures: (([GuardNotice.MarkFailure]) -> Void)?
  /// Called with a code and a sentence.
  var onFault: ((_ code: String, _ message: String) -> Void)?

  init(loop: EventLoop, executable: String) {
    self.loop = loop
    self.executable = executable
  }

  /// The guard's process, for whoever wants to know.
  var pid: Int32? { process?.pid }

  /// Starts a guard, so that it is warm when there is something to deny.
  func start() {
    guard process == nil, !ended else { return }
    do {
      process = try launch()
      state = .serving
    } catch {
      state = .unavailable("\(error)")
      onFault?("guardUnavailable", "the exec guard can't be started: \(error)")
      scheduleRestart()
    }
  }

  private func launch() throws(SystemError) -> GuardProcess {
    let new = try GuardProcess(executable: executable)
    try new.watch(loop) { [weak self, weak new] in
      guard let self, let new, new === process else { return }
      read()
    }
    startedAt = loop.uptime
    acknowledged = nil
    return new
  }

  // MARK: Tables

  /// Hands over a table without waiting for it to hold.
  ///
  /// Returns whether it differs from the last.
  @discardableResult
  func send(users: UserRanges, entries: [GuardEntry]) -> Bool {
    guard table.users != users || table.entries != entries else { return false }
    previous = table
    table = GuardTable(generation: table.generation &+ 1, users: users, entries: entries)
    failures = []
    if process == nil, !entries.isEmpty { start() }
    sendTable()
    return true
  }

  private func sendTable() {
    guard let process else { return }
    let deadline = loop.uptime + Self.patience
    _ = process.send(GuardCommand.packets(for: table), until: deadline)
  }

  /// Waits until the table holds.
  ///
  /// Replaces a guard that is late, once. Returns whether it holds.
  @discardableResult
  func awaitTable() -> Bool {
    guard process != nil else { return table.entries.isEmpty }
    if !waitForTable(), process != nil { replace() }
    let holds = tableHolds
    beat()
    return holds
  }

  /// Whether the guard has the table, or none was ever handed over.
  private var tableHolds: Bool { acknowledged == table.generation || table.generation == 0 }

  private func waitForTable() -> Bool {
    let deadline = loop.uptime + Self.patience
    while !tableHolds {
      guard let process, process.waitForNotice(until: deadline) else { return false }
      read()
    }
    return true
  }

  // MARK: What the guard says

  private func read() {
    // Bounded: a storm of denied starts leaves the loop its turns.
    for _ in 0..<256 {
      guard let process else { return }
      switch process.receive() {
      case .nothing: return
      case .gone: return lost()
      case .notice(let notice): take(notice)
      }
    }
  }

  private func take(_ notice: GuardNotice) {
    switch notice {
    case .ready: state = .serving
    case .refused(let reason): refused(reason)
    case .applied(let generation, _, let failures): applied(generation, failures)
    case .pong(let number): ponged = number
    case .denied(let denial): denied(denial)
    case .lost(let count):
      onFault?("denialsLost", "\(count) denied starts were not reported: too many at once")
    }
  }

  private func refused(_ reason: Int32) {
    process = nil
    state = .unavailable(
      reason == EPERM
        ? "the kernel gives this user no permission events"
        : "the kernel has no permission events: error \(reason)")
    ended = true
  }

  private func applied(_ generation: UInt32, _ failures: [GuardNotice.MarkFailure]) {
    acknowledged = generation
    guard generation == table.generation else { return }
    self.failures = failures
    // Later, because whoever looks the paths up again hands over a new table.
    if !failures.isEmpty { loop.enqueue { [weak self] in self?.onFailures?(failures) } }
  }

  private func denied(_ denial: GuardNotice.Denial) {
    let table = denial.generation == table.generation ? table : previous
    guard let table, table.generation == denial.generation,
      denial.entry < table.entries.count
    else { return }
    // Later, because this may be in the middle of a change of the table.
    loop.enqueue { [weak self] in self?.onDenied?(denial, table) }
  }

  // MARK: Life

  private func lost() {
    process = nil
    guard !ended else { return }
    onFault?("guardDied", "the exec guard died; it is started again")
    if loop.uptime - startedAt > .seconds(10) { pause = .zero }
    if pause == .zero { again() } else { scheduleRestart() }
  }

  private func scheduleRestart() {
    guard restart == nil, !ended else { return }
    pause = min(Self.longestPause, max(.milliseconds(100), pause * 2))
    state = .absent
    restart = loop.after(pause) { [weak self] in
      self?.restart = nil
      self?.again()
    }
  }

  private func again() {
    if pause == .zero { pause = .milliseconds(50) }
    start()
    guard process != nil else { return }
    sendTable()
    if !waitForTable(), process != nil {
      onFault?("guardLate", "the exec guard did not take its table in time")
      process = nil
      scheduleRestart()
    }
    beat()
  }

  /// A guard that doesn't answer goes only when its successor denies what it denied.
  private func replace() {
    onFault?("guardLate", "the exec guard did not answer in time; it is replaced")
    let old = process
    do {
      process = try launch()
      sendTable()
      if !waitForTable() {
        process = nil
        scheduleRestart()
      }
    } catch {
      process = nil
      onFault?("guardUnavailable", "the exec guard can't be started: \(error)")
      scheduleRestart()
    }
    old?.end()
  }

  private func beat() {
    guard pulse == nil, !ended, process != nil, !table.entries.isEmpty else { return }
    pinged &+= 1
    let number = pinged
    _ = process?.send([GuardCommand.ping(number).packet], until: loop.uptime)
    pulse = loop.after(Self.heartbeat) { [weak self] in
      guard let self else { return }
      pulse = nil
      if process != nil, ponged != number { replace() }
      beat()
    }
  }

  /// Lets the guard go; nothing is denied any more.
  func stop() {
    ended = true
    restart?.cancel()
    pulse?.cancel()
    process?.leave()
    process?.end()
    process = nil
    state = .absent
  }
}
