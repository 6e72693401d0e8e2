import CLinux
import Glibc

/// The whole of `execguard`: reads waiting starts, answers them from a table, and nothing else.
///
/// It opens no file but `/proc/PID/status` and what it marks, starts nothing, logs nothing and has
/// no threads. A start that it would hold up could only be that of a file in its own table.
package struct GuardProgram: ~Copyable {
  /// How long a guard that lost its service goes on denying.
  ///
  /// A service that was started again has a guard of its own by then; one that never comes back
  /// must not block anything for ever.
  package static let lingering: Duration = .seconds(5)

  private let control: ControlSocket
  private var marks: MarkGroup
  private var table = GuardTable.empty
  private var coming: ComingTable?
  private var untold: UInt32 = 0
  private var end: Duration?

  private init(control: ControlSocket, marks: consuming MarkGroup) {
    self.control = control
    self.marks = marks
  }

  /// Serves the socket `control` until it is told to leave or has outlived its service.
  ///
  /// Returns the program's exit status.
  package static func run(control descriptor: Int32) -> Int32 {
    let control = ControlSocket(descriptor: descriptor)
    _ = oal_seal_process()
    switch MarkGroup.open() {
    case .failure(let refusal):
      _ = control.send(.refused(errno: refusal.errno))
      return 1
    case .success(let group):
      var program = GuardProgram(control: control, marks: MarkGroup(group))
      guard control.send(.ready) else { return 1 }
      return program.serve()
    }
  }

  private mutating func serve() -> Int32 {
    while true {
      var waiting = [
        pollfd(fd: marks.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: end == nil ? control.descriptor : -1, events: Int16(POLLIN), revents: 0),
      ]
      let ready = unsafe poll(&waiting, 2, milliseconds(until: end))
      if ready < 0, errno != EINTR { return 1 }
      if ready > 0, waiting[0].revents != 0 { answerWaitingStarts() }
      if ready > 0, waiting[1].revents != 0, !obeyCommands() { return 0 }
      if let end, Self.uptime() >= end { return 0 }
    }
  }

  /// Answers first and reports afterwards, so that nobody waits for a report.
  private mutating func answerWaitingStarts() {
    var denials: [GuardNotice.Denial] = []
    var request = oal_exec_request()
    // A bound, so that a storm of starts can't keep a new table waiting.
    for _ in 0..<64 {
      guard unsafe oal_fanotify_next(marks.descriptor, &request) == 1 else { break }
      guard request.file >= 0 else { continue }
      if let denial = answer(request) { denials.append(denial) }
    }
    report(denials)
  }

  private func answer(_ request: oal_exec_request) -> GuardNotice.Denial? {
    defer { close(request.file) }
    var status = stat()
    guard unsafe fstat(request.file, &status) == 0 else {
      _ = oal_fanotify_answer(marks.descriptor, request.file, 0)
      return nil
    }
    let verdict = table.verdict(on: FileIdentity(status)) { RealUser.of(process: request.process) }
    switch verdict {
    case .deny(let entry, let user):
      _ = oal_fanotify_answer(marks.descriptor, request.file, 0)
      return GuardNotice.Denial(
        generation: table.generation, entry: entry, process: request.process, user: user)
    case .allow:
      _ = oal_fanotify_answer(marks.descriptor, request.file, 1)
    case .unknown:
      _ = oal_fanotify_answer(marks.descriptor, request.file, 1)
      marks.dropLeftover(request.file)
    }
    return nil
  }

  private mutating func report(_ denials: [GuardNotice.Denial]) {
    guard end == nil else { return }
    if untold > 0, control.send(.lost(untold)) { untold = 0 }
    for denial in denials where !control.send(.denied(denial)) { untold &+= 1 }
  }

  /// Returns `false` when the program is to end.
  private mutating func obeyCommands() -> Bool {
    while true {
      switch control.receive() {
      case .nothing: return true
      case .command(.leave): return false
      case .command(let command): obey(command)
      case .malformed, .closed:
        // Nobody to obey any more, but what was shielded stays so for a while.
        end = Self.uptime() + Self.lingering
        return true
      }
    }
  }

  private mutating func obey(_ command: GuardCommand) {
    switch command {
    case .begin(let generation, let users, let count):
      coming = ComingTable(generation: generation, users: users, count: count)
    case .entries(let entries): coming?.entries.append(contentsOf: entries)
    case .commit: commit()
    case .ping(let number): _ = control.send(.pong(number))
    case .leave: break
    }
  }

  /// Marks before the table holds and unmarks after, so that no shielded file is open in between.
  private mutating func commit() {
    guard let new = coming?.table else { return }
    coming = nil
    let failures = marks.add(new)
    let old = table
    table = new
    if !old.entries.isEmpty { marks.removeAll(notIn: new) }
    _ = control.send(
      .applied(
        generation: new.generation, marked: UInt32(marks.count), failures: failures))
  }

  private func milliseconds(until end: Duration?) -> Int32 {
    guard let end else { return -1 }
    let left = max(.zero, end - Self.uptime())
    return Int32(left / .milliseconds(1)) + 1
  }

  private static func uptime() -> Duration {
    var now = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &now)
    return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
  }
}

/// A table that is on its way, packet by packet.
private struct ComingTable {
  let generation: UInt32
  let users: UserRanges
  let count: UInt32
  var entries: [GuardEntry] = []

  /// The table, once all of it is there.
  var table: GuardTable? {
    guard entries.count == Int(count) else { return nil }
    return GuardTable(generation: generation, users: users, entries: entries)
  }
}
