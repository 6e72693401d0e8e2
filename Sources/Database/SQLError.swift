/// Says why a database did not do what it was asked.
package struct SQLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is; each has an action of its own.
  package enum Code: String, Hashable, Sendable {
    /// Somebody else's transaction was in the way: doing the whole transaction again may succeed.
    case conflict
    /// The database can't be reached: it may succeed later, on a new connection.
    case unreachable
    /// The disk is full: nothing was changed.
    case full
    /// The content can't be trusted.
    case damaged
    /// The tables were made by a newer version of the program.
    case newer
    /// A value that has to be the only one of its kind is there already, or one that is referred to isn't.
    case constraint
    /// Anything else.
    case failed
  }

  /// The kind of trouble.
  package let code: Code
  /// What was attempted and what the engine said; never a value of a statement.
  package let message: String

  /// Makes an error.
  package init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  package var description: String { message }
}
