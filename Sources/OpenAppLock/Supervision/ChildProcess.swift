import CLinux
import EventLoop
import Glibc

/// A program that `up` started: in a process group of its own, so that a Ctrl-C on the terminal
/// reaches it in the order that `up` chooses.
final class ChildProcess {
  /// How a child ended.
  enum End: Hashable, CustomStringConvertible {
    /// It ended by itself with this status.
    case exited(Int32)
    /// A signal ended it.
    case killed(by: Int32)

    var description: String {
      switch self {
      case .exited(let status): "ended with status \(status)"
      case .killed(let signal): "was ended by signal \(signal)"
      }
    }
  }

  /// Its process id.
  let pid: Int32
  private var watch: Watch?
  private let descriptor: FileDescriptor

  /// Starts a program; `ended` is called once, when it has ended.
  ///
  /// What it prints goes to the standard error output of this process.
  init(
    _ path: String, arguments: [String], on loop: EventLoop, ended: @escaping (End) -> Void
  ) throws(SystemError) {
    pid = try Self.spawn(path, arguments)
    descriptor = try FileDescriptor.process(pid)
    watch = try loop.watch(descriptor.raw) { [weak self] in
      guard let self, let end = self.reap() else { return }
      self.watch?.cancel()
      self.watch = nil
      ended(end)
    }
  }

  /// Sends a signal to exactly this process; one that has ended gets none.
  func signal(_ number: Int32) {
    _ = oal_pidfd_signal(descriptor.raw, number)  // The only failure is that it has ended.
  }

  private func reap() -> End? {
    var status: Int32 = 0
    var signal: Int32 = 0
    guard unsafe oal_reap(pid, &status, &signal) == 1 else { return nil }
    return signal == 0 ? .exited(status) : .killed(by: signal)
  }

  private static func spawn(_ path: String, _ arguments: [String]) throws(SystemError) -> Int32 {
    let words = unsafe ([path] + arguments).map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    // The child's output must not be one of the three that are replaced on its way.
    let output = try FileDescriptor(
      checking: fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), "duplicate the error output")
    let pid = unsafe oal_spawn_extension(path, words + [nil], output.raw)
    guard pid > 0 else { throw .last("start", path: path) }
    return pid
  }
}
