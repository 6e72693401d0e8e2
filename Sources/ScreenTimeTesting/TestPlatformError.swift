import Bus

/// Says what a test platform found, could not do, or was refused.
///
/// Its text ends with the conversation between the service and everybody else, so that a failing
/// test shows what led to it. A test just lets it through: both Swift Testing and XCTest print the
/// text of what a test throws.
public struct TestPlatformError: Error, Sendable, CustomStringConvertible {
  /// A word for programs: `expectation` for something that is not as expected, `timeout` for
  /// something that did not happen in time, `setUp` for surroundings that are missing,
  /// `unsupported` for what this machine can't do, and the service's own codes for its refusals.
  public let code: String
  /// What was wrong, and what would be right.
  public let message: String
  /// What was said up to then, a line each; empty where nothing was.
  public let conversation: String

  init(_ code: String, _ message: String, conversation: String = "") {
    self.code = code
    self.message = message
    self.conversation = conversation
  }

  init(_ error: BusError, while what: String, conversation: String) {
    let hint = error.hint.map { " (\($0))" } ?? ""
    self.init(
      error.code.rawValue, "\(what): \(error.message)\(hint)", conversation: conversation)
  }

  /// The message and the conversation.
  public var description: String {
    conversation.isEmpty ? message : "\(message)\n--- the conversation\n\(conversation)"
  }
}
