import CLinux
import Glibc

/// Why the shared directory, or a document in it, could not be used.
package struct AppGroupError: Error, Sendable {
  /// The kinds of error, for a caller that tells them apart.
  package enum Code: String, Hashable, Sendable {
    /// The directory is not there, or has been removed.
    case noDirectory
    /// It is something else than a directory, or a document is something else than a file; links are
    /// not followed.
    case wrongType
    /// It belongs to another user.
    case foreignOwner
    /// Others than the owner may enter the directory.
    case openToOthers
    /// Another process held the lock until the deadline.
    case lockTimeout
    /// The disk, or the user's share of it, is full; the content before is intact.
    case diskFull
    /// The content is greater than the document may be; the content before is intact.
    case tooLarge
    /// The document was written by a newer version, and is left alone.
    case newerVersion
    /// The content can't be written as JSON.
    case unencodable
    /// The change itself threw `underlying`; nothing was written.
    case changeFailed
    /// A system call failed for another reason.
    case system
  }

  /// Which kind of error it is.
  package let code: Code
  /// What was wrong, with the path, in one line.
  package let message: String
  /// What would help, where something does.
  package let hint: String?
  /// What the caller's own closure threw, with `changeFailed`.
  package let underlying: (any Error)?

  init(_ code: Code, _ message: String, hint: String? = nil, underlying: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.underlying = underlying
  }

  /// What the caller's own closure threw, as it is or already wrapped by an inner call.
  static func change(_ error: any Error) -> AppGroupError {
    if let error = error as? AppGroupError { return error }
    return AppGroupError(.changeFailed, "the change was given up: \(error)", underlying: error)
  }

  /// A system call that failed; `number` is its error number.
  static func system(
    _ operation: String, _ path: String, _ number: Int32 = errno
  ) -> AppGroupError {
    let reason = unsafe String(cString: eventloop_error_text(number))
    let message = "could not \(operation) \"\(path)\": \(reason)"
    switch number {
    case ENOSPC, EDQUOT:
      return AppGroupError(
        .diskFull, message, hint: "make room on the disk; the version before is unchanged")
    case ELOOP:
      return AppGroupError(
        .wrongType, "\"\(path)\" is a symbolic link, and links are not followed here")
    case ENOTDIR:
      return AppGroupError(.wrongType, "\"\(path)\" is not a directory")
    default:
      return AppGroupError(.system, message)
    }
  }
}

extension AppGroupError: CustomStringConvertible {
  /// The message, and the hint on a second line.
  package var description: String { hint.map { message + "\nhint: " + $0 } ?? message }
}
