import CLinux
import Glibc

/// A system call that failed: what was attempted, on what, and the system's reason.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was attempted, as it follows "could not": `open`, `lock`, `wait for`.
  package let operation: String
  /// The file that it was attempted on, where there is one.
  package let path: String?
  /// The system's error number.
  package let errno: Int32

  /// Makes an error from the number that the caller has kept.
  package init(operation: String, path: String? = nil, errno: Int32) {
    self.operation = operation
    self.path = path
    self.errno = errno
  }

  /// Makes an error from the calling thread's last error number.
  package static func last(_ operation: String, path: String? = nil) -> SystemError {
    SystemError(operation: operation, path: path, errno: Glibc.errno)
  }

  /// The system's text for the reason, such as `No such file or directory`.
  package var reason: String { unsafe String(cString: eventloop_error_text(errno)) }

  /// The whole sentence, such as `could not open "x": No such file or directory`.
  package var description: String {
    guard let path else { return "could not \(operation): \(reason)" }
    return "could not \(operation) \"\(path)\": \(reason)"
  }
}
