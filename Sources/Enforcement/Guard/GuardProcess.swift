import CLinux
import EventLoop
import ExecGuard
import Glibc

/// One life of the guard program, and our end of the socket to it.
final class GuardProcess {
  let pid: Int32
  let socket: FileDescriptor
  private let handle: FileDescriptor
  private var watch: Watch?
  private var collected = false

  /// Starts the program.
  ///
  /// - Throws: the system's reason when it can't be started.
  init(executable: String) throws(SystemError) {
    var ours: Int32 = -1
    var theirs: Int32 = -1
    guard unsafe oal_packet_pair(&ours, &theirs) == 0 else { throw .last("make a socket pair") }
    socket = FileDescriptor(adopting: ours)
    let inherited = FileDescriptor(adopting: theirs)
    pid = Self.spawn(executable, inherited.raw)
    guard pid > 0 else { throw .last("start", path: executable) }
    // Nobody has collected it yet, so that the number is its own.
    handle = try FileDescriptor.process(pid)
  }

  deinit {
    watch?.cancel()
    end()
  }

  private static func spawn(_ executable: String, _ inherited: Int32) -> Int32 {
    let name = unsafe strdup("execguard")
    defer { unsafe free(name) }
    let arguments = unsafe [name, nil]
    return unsafe oal_spawn_with_descriptor(executable, arguments, inherited)
  }

  /// Calls `readable` when the program says something or is gone.
  func watch(_ loop: EventLoop, _ readable: @escaping () -> Void) throws(SystemError) {
    watch = try loop.watch(socket.raw, readable)
  }

  /// Sends packets, waiting for room no longer than until `deadline` on the boot-time clock.
  func send(_ packets: [[UInt8]], until deadline: Duration) -> Bool {
    for packet in packets {
      while unsafe oal_packet_send(socket.raw, packet, packet.count) != Int64(packet.count) {
        guard errno == EAGAIN, wait(for: Int16(POLLOUT), until: deadline) else { return false }
      }
    }
    return true
  }

  /// What was received.
  enum Received {
    case nothing
    case notice(GuardNotice)
    case gone
  }

  /// Takes what the program said next, without waiting.
  func receive() -> Received {
    unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: GuardCommand.largestPacket
    ) { buffer in
      let count = unsafe oal_packet_receive(socket.raw, buffer.baseAddress, buffer.count)
      if count < 0, errno == EAGAIN { return .nothing }
      guard count > 0 else { return .gone }
      let packet = unsafe UnsafeBufferPointer(rebasing: buffer[..<Int(count)])
      return unsafe GuardNotice(packet: packet).map { .notice($0) } ?? .gone
    }
  }

  /// Waits for something to read, no longer than until `deadline`.
  func waitForNotice(until deadline: Duration) -> Bool {
    wait(for: Int16(POLLIN), until: deadline)
  }

  private func wait(for events: Int16, until deadline: Duration) -> Bool {
    while true {
      let left = deadline - BootTime.uptime
      guard left > .zero else { return false }
      var waiting = pollfd(fd: socket.raw, events: events, revents: 0)
      let ready = unsafe poll(&waiting, 1, Int32(left / .milliseconds(1)) + 1)
      if ready > 0 { return true }
      if ready < 0, errno != EINTR { return false }
    }
  }

  /// Tells the program to leave at once.
  ///
  /// What it denies is let through from then on.
  func leave() {
    let packet = GuardCommand.leave.packet
    _ = unsafe oal_packet_send(socket.raw, packet, packet.count)
  }

  /// Ends the program, whatever it is doing, and collects it.
  func end() {
    guard !collected else { return }
    collected = true
    // By the handle: its number may be another's by now, if somebody else collected it.
    guard oal_pidfd_signal(handle.raw, SIGKILL) == 0 || errno == ESRCH else { return }
    // It opens no file that could keep it from dying, so this takes no time.
    while waitpid(pid, nil, 0) < 0, errno == EINTR {}
  }
}
