/// What was wrong with a date, a time, a zone or a text that should have been one.
public struct CivilTimeError: Error, Hashable, Sendable {
  /// The kinds of error, for a caller that tells them apart.
  public enum Code: String, Hashable, Sendable {
    /// A text or a number doesn't name what it should.
    case malformed
    /// There is no zone of that name on this machine.
    case unknownZone
    /// The zone is there but its data can't be used.
    case unusableZone
    /// The wall clock shows the reading twice that day, and no offset says which is meant.
    case ambiguousReading
    /// The wall clock skips the reading that day.
    case skippedReading
  }

  /// Which kind of error it is.
  public let code: Code
  /// What was wrong, and what would be right, in one line.
  public let message: String

  /// Makes an error.
  public init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  /// A text that is not what it should be; `wanted` says how to write it.
  static func malformed(_ text: String, isNot kind: String, wanted: String) -> CivilTimeError {
    CivilTimeError(
      code: .malformed, message: "\"\(text.prefix(80))\" is not \(kind); write \(wanted)")
  }
}

extension CivilTimeError: CustomStringConvertible {
  /// The value as people read it.
  public var description: String { message }
}

extension CivilTimeError {
  /// Runs a parse for a decoder, so that what was wrong keeps its place in the document.
  static func decoding<Value>(
    _ decoder: any Decoder, _ parse: (String) throws(CivilTimeError) -> Value
  ) throws -> Value {
    let text = try decoder.singleValueContainer().decode(String.self)
    do {
      return try parse(text)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.message))
    }
  }
}
