import CZeroMQ
import EventLoop
import Glibc

/// Asks the kernel who serves a Unix socket, before anything is said to it.
///
/// libzmq connects in the background and doesn't tell that nobody is there; a client would wait for
/// its whole deadline.
enum ListenerProbe {
  /// Who listens at `path`.
  ///
  /// - Throws: `unreachable`, at once where nobody does.
  static func credentials(of path: String, until deadline: Int64) throws(BusError) -> Credentials {
    guard path.utf8.count <= SocketPlace.sizeLimit else { throw SocketPlace.tooLong(path) }
    var uid: UInt32 = 0
    var gid: UInt32 = 0
    var pid: Int32 = 0
    while unsafe czeromq_listener(path, &uid, &gid, &pid) != 0 {
      let reason = errno
      // The listener is there and its queue is full: it is a matter of moments.
      guard reason == EAGAIN, BootTime.nanoseconds < deadline else {
        throw unreachable(path, reason)
      }
      _ = czeromq_wait(-1, -1, 2)
    }
    return Credentials(uid: uid, gid: gid, pid: pid)
  }

  /// A descriptor for the end of the listening process; nil where the kernel shows us no process
  /// (another process namespace).
  ///
  /// - Throws: `unreachable` when it has ended meanwhile.
  static func watchedProcess(_ pid: Int32, path: String) throws(BusError) -> FileDescriptor? {
    do {
      return try FileDescriptor.process(pid)
    } catch {
      if error.errno == ESRCH { throw unreachable(path, ECONNREFUSED) }
      return nil
    }
  }

  private static func unreachable(_ path: String, _ reason: Int32) -> BusError {
    let error = SystemError(operation: "reach the service at", path: path, errno: reason)
    let hint: String? =
      switch reason {
      case ENOENT, ECONNREFUSED: "start the service, or name the state folder it was started with"
      case EACCES: "the service belongs to another account; run this as that account"
      default: nil
      }
    return BusError(.unreachable, error.description, hint: hint, detail: ["path": path])
  }
}
