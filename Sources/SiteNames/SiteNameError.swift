/// Says why something names no site.
package struct SiteNameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence: what was given, and why it is no site.
  package let message: String
  /// What would be right; `nil` where the message says it.
  package let hint: String?

  init(_ message: String, _ hint: String) {
    self.message = message
    self.hint = hint.isEmpty ? nil : hint
  }

  /// Both in one sentence.
  package var description: String { hint.map { "\(message); \($0)" } ?? message }
}
