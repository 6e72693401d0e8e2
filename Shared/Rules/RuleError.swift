/// Says why a value can't be (part of) a rule.
package struct RuleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of error it is.
  package let code: RefusalCode
  /// One sentence: what was given and what is wrong with it.
  package let message: String
  /// What would be right, where that isn't plain.
  package let hint: String?

  /// Makes an error.
  package init(code: RefusalCode, message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The message, with the hint if there is one.
  package var description: String { hint.map { "\(message); \($0)" } ?? message }
}

extension RuleError {
  /// Runs a parse for a decoder, so that what was wrong keeps its place in the document.
  static func decoding<Value>(
    at decoder: any Decoder, _ parse: () throws(RuleError) -> Value
  ) throws -> Value {
    do {
      return try parse()
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }
}
