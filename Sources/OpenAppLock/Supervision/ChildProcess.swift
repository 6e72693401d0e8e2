import CLinux
package import EventLoop
import Glibc

/// A program that this one started: in a process group of its own, so that a Ctrl-C on the terminal
/// reaches it in the order that this one chooses.
package final class ChildProcess {
  /// How a child ended.
  package enum End: Hashable, CustomStringConvertible {
    /// It ended by itself with this status.
    case exited(Int32)
    /// A signal ended it.
    case killed(by: Int32)

    /// How it ended, as it follows the program's name.
    package var description: String {
      switch self {
      case .exited(let status): "ended with status \(status)"
      case .killed(let signal): "was ended by signal \(signal)"
      }
    }
  }

  /// Its process id.
  package let pid: Int32
  /// Whether it has ended, and its end was taken.
  package private(set) var hasEnded = false
  private var watch: Watch?
  private let descriptor: FileDescriptor

  /// Starts a program; `ended` is called once, when it has ended.
  ///
  /// What it prints goes to the end of the file at `log`, or to the standard error output of this process.
  ///
  /// - Throws: what keeps it from being started.
  package init(
    _ path: String, arguments: [String], log: String? = nil, on loop: EventLoop,
    ended: @escaping (End) -> Void
  ) throws(SystemError) {
    pid = try Self.spawn(path, arguments, try Self.output(log))
    descriptor = try FileDescriptor.process(pid)
    watch = try loop.watch(descriptor.raw) { [weak self] in
      guard let self, let end = self.reap() else { return }
      self.watch?.cancel()
      self.watch = nil
      self.hasEnded = true
      ended(end)
    }
  }

  /// Sends a signal to exactly this process; one that has ended gets none.
  package func signal(_ number: Int32) {
    _ = oal_pidfd_signal(descriptor.raw, number)  // The only failure is that it has ended.
  }

  private func reap() -> End? {
    var status: Int32 = 0
    var signal: Int32 = 0
    guard unsafe oal_reap(pid, &status, &signal) == 1 else { return nil }
    return signal == 0 ? .exited(status) : .killed(by: signal)
  }

  /// The child's output; it must not be one of the three that are replaced on its way.
  private static func output(_ log: String?) throws(SystemError) -> FileDescriptor {
    guard let log else {
      return try FileDescriptor(
        checking: fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), "duplicate the error output")
    }
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
    return try FileDescriptor(checking: unsafe open(log, flags, 0o600), "open", path: log)
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ output: consuming FileDescriptor
  ) throws(SystemError) -> Int32 {
    let words = unsafe ([path] + arguments).map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    let pid = unsafe oal_spawn_extension(path, words + [nil], output.raw)
    guard pid > 0 else { throw .last("start", path: path) }
    return pid
  }
}
