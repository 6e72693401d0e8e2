import CLinux
import EventLoop
import Glibc

/// Hears from the kernel when a process executes something.
final class ProcessConnector {
  /// What was heard.
  enum News {
    /// These processes run another program now.
    case executed([Int32])
    /// Events were lost: look at everything.
    case lost
  }

  /// Enough for tens of thousands of events; what doesn't fit is lost, and said.
  static let room: Int32 = 8 << 20

  private let socket: FileDescriptor
  private var watch: Watch?

  /// Listens, or says why that isn't allowed.
  init(loop: EventLoop, _ heard: @escaping (News) -> Void) throws(SystemError) {
    socket = try FileDescriptor(
      checking: oal_proc_connector_open(Self.room), "listen to the process connector")
    watch = try loop.watch(socket.raw) { [weak self] in
      if let news = self?.read() { heard(news) }
    }
  }

  deinit {
    watch?.cancel()
  }

  /// Whether the kernel lets us listen.
  static func isAllowed() -> Bool {
    let socket = oal_proc_connector_open(4_096)
    guard socket >= 0 else { return false }
    close(socket)
    return true
  }

  /// Takes what has come, bounded, so that a storm of starts leaves the loop its turns.
  private func read() -> News? {
    var pids: [Int32] = []
    for _ in 0..<512 {
      var pid: Int32 = 0
      let result = unsafe oal_proc_connector_next(socket.raw, &pid)
      if result == 1 {
        // A shell that becomes one program after another says so each time; once is enough.
        if pids.last != pid { pids.append(pid) }
      } else if result == 0 {
        break
      } else {
        return .lost
      }
    }
    return pids.isEmpty ? nil : .executed(pids)
  }
}
