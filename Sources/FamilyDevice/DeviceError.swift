/// Says why something on a child's machine was refused or failed.
package struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of trouble.
  package enum Code: String, Hashable, Sendable {
    /// The machine is not paired yet.
    case notPaired
    /// The machine is paired already.
    case alreadyPaired
    /// The server refused; the message says why.
    case refused
    /// The server took the machine's access away; what is enforced stays.
    case revoked
    /// The server can't be reached; what is enforced stays.
    case serverUnreachable
    /// The server said something that can't be taken; what is kept stays.
    case badAnswer
    /// The Screen Time service can't be reached.
    case unavailable
    /// The permission to restrict this machine for a child was not given.
    case notAuthorized
    /// A file could not be read or written.
    case notStored
    /// The challenge can't be answered any more: its time, its day or its policy is over.
    case challengeOver
    /// The setup session is over.
    case setupOver
    /// What was typed is not right.
    case invalid
    /// Nobody typed what was asked for.
    case unanswered
  }

  /// The kind of trouble.
  package let code: Code
  /// What was attempted, and why it did not work.
  package let message: String
  /// What there is to do.
  package let hint: String?

  /// Makes an error.
  package init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The message.
  package var description: String { message }
}
