/// What keeps the service from starting.
package struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of error.
  package enum Code: String, Hashable, Sendable {
    /// Another process serves this state or socket.
    case alreadyRunning
    /// The state directory, or something in it, can't be used at all.
    case unusableState
    /// The socket can't be served.
    case unusableSocket
  }

  /// Which kind of error it is.
  package let code: Code
  /// What is wrong, in one line.
  package let message: String
  /// What would help, where something does.
  package let hint: String?

  init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The message.
  package var description: String { message }
}
