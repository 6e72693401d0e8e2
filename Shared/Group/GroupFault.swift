package import AppGroup

/// Something in the shared directory that is not as it should be; enforcement goes on meanwhile, and
/// lifts nothing because of it (decision P5).
package struct GroupFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A word for programs: `damaged`, `newerVersion`, `diskFull`, ….
  package let code: String
  /// One sentence for people: which document, what is wrong, and what is used instead.
  package let message: String

  /// Makes a fault.
  package init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  /// The fault that an error of the directory or a document is.
  package init(_ error: AppGroupError) {
    self.init(code: error.code.rawValue, message: error.message)
  }

  /// The sentence.
  package var description: String { message }

  /// The code of what the next write heals.
  static let damagedCode = "damaged"

  static func damaged(_ message: String) -> GroupFault {
    GroupFault(code: damagedCode, message: message)
  }
}
