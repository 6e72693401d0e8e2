package import AppGroup

/// Something that kept a family's state from being read, written or enforced.
package struct FamilyFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A word for programs.
  package let code: String
  /// One sentence for people.
  package let message: String

  /// Makes a fault.
  package init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  /// Tells what the group's directory has against it.
  package init(_ error: AppGroupError) {
    self.init(code: error.code.rawValue, message: error.message)
  }

  /// The message.
  package var description: String { message }
}
