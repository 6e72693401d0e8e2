import CLinux
import EventLoop
import ExecGuard
import Glibc

/// `execguard` with a table, and somebody who takes its reports, as the service does.
final class GuardSubject {
  private let loop: EventLoop
  private let socket: Int32
  private let process: Int32
  private var isReady = false
  private var markedFiles: UInt32?
  private var refusal: Int32?
  private var packet = [UInt8](repeating: 0, count: GuardCommand.largestPacket)

  /// Serves a guard that denies `files` to every user, until the harness closes our input.
  ///
  /// - Throws: `failed` when the guard doesn't start or doesn't mark all of them.
  static func serve(guardProgram: String, files: [String]) throws {
    let subject = try GuardSubject(guardProgram)
    defer { subject.end() }
    try subject.deny(files)
    try subject.loop.watch(STDIN_FILENO) { subject.loop.stop() }
    Driver.sayReady()
    try subject.loop.run()
  }

  private init(_ program: String) throws {
    loop = try EventLoop()
    var ours: Int32 = -1
    var theirs: Int32 = -1
    guard unsafe oal_packet_pair(&ours, &theirs) == 0 else {
      throw BenchmarkError.failed("could not make a socket pair: \(lastError())")
    }
    socket = ours
    defer { close(theirs) }
    var arguments = unsafe [strdup(program), nil]
    defer { unsafe free(arguments[0]) }
    process = unsafe oal_spawn_with_descriptor(program, &arguments, theirs)
    guard process > 0 else {
      throw BenchmarkError.failed("could not start \"\(program)\": \(lastError())")
    }
    try loop.watch(socket) { [unowned self] in takeNotices() }
  }

  private func deny(_ files: [String]) throws {
    try wait(to: "become ready") { isReady }
    let entries = try files.map { path in
      guard let file = FileIdentity(path: path) else {
        throw BenchmarkError.failed("could not look \"\(path)\" up: \(lastError())")
      }
      return GuardEntry(file: file, path: path)
    }
    let table = GuardTable(
      generation: 1, users: UserRanges([0...UInt32.max - 1]), entries: entries)
    for packet in GuardCommand.packets(for: table) {
      guard unsafe oal_packet_send(socket, packet, packet.count) == Int64(packet.count) else {
        throw BenchmarkError.failed("could not hand the table over: \(lastError())")
      }
    }
    try wait(to: "apply its table") { markedFiles != nil }
    guard markedFiles == UInt32(files.count) else {
      throw BenchmarkError.failed("the guard marked \(markedFiles ?? 0) of \(files.count) files")
    }
  }

  private func wait(to what: String, _ condition: () -> Bool) throws {
    let done = try loop.run(until: { refusal != nil || condition() }, within: .seconds(5))
    if let refusal {
      throw BenchmarkError.failed("the kernel refused the guard its rights: error \(refusal)")
    }
    guard done else { throw BenchmarkError.failed("the guard did not \(what)") }
  }

  private func takeNotices() {
    while true {
      let count = unsafe oal_packet_receive(socket, &packet, packet.count)
      guard count > 0, let notice = GuardNotice(packet: packet[..<Int(count)]) else { return }
      switch notice {
      case .ready: isReady = true
      case .refused(let errno): refusal = errno
      case .applied(_, let marked, _): markedFiles = marked
      case .pong, .denied, .lost: break
      }
    }
  }

  private func end() {
    let packet = GuardCommand.leave.packet
    _ = unsafe oal_packet_send(socket, packet, packet.count)
    waitpid(process, nil, 0)
    close(socket)
  }
}
