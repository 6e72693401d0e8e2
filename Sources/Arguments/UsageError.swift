/// What is wrong with a command line.
package struct UsageError: Error, Hashable, Sendable {
  /// What is wrong, in one line.
  package let message: String
  /// What would be right, or how to find out.
  package let hint: String?

  /// Makes an error.
  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// The lines for standard error: `openapplock: what went wrong`, and `hint: …` where there is one.
  package func text(program: String) -> String {
    "\(program): \(message)\n" + (hint.map { "hint: \($0)\n" } ?? "")
  }
}

extension UsageError: CustomStringConvertible {
  /// What is wrong, without the hint.
  package var description: String { message }
}
