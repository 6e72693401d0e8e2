import Foundation
import Glibc

/// Why a test's surroundings are not as they should be.
package struct TestSupportError: Error, CustomStringConvertible {
  /// What happened, with all that helps to understand it.
  package let description: String

  init(_ description: String) {
    self.description = description
  }

  /// A system call that failed, with the system's reason.
  static func system(_ operation: String) -> TestSupportError {
    let reason = POSIXErrorCode(rawValue: errno).map { POSIXError($0).localizedDescription }
    return TestSupportError("could not \(operation): \(reason ?? "error \(errno)")")
  }
}
