extension JSONText {
  /// Writes a value with all that is in it, within so many arrays and objects.
  ///
  /// - Throws: `EncodingError` for a number that JSON doesn't have and for nesting beyond the limit.
  mutating func write(_ value: JSON, nesting: Int) throws {
    guard nesting < CompactJSON.depthLimit else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: [], debugDescription: "it is nested too deeply"))
    }
    switch value {
    case .null: writeNil()
    case .bool(let value): write(value)
    case .integer(let value): write(integer: value)
    case .number(let value): try write(number: value)
    case .text(let value): write(value)
    case .list(let values):
      writeSign(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { writeSign(UInt8(ascii: ",")) }
        try write(value, nesting: nesting + 1)
      }
      writeSign(UInt8(ascii: "]"))
    case .object(let members):
      writeSign(UInt8(ascii: "{"))
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (index, member) in sorted.enumerated() {
        if index > 0 { writeSign(UInt8(ascii: ",")) }
        write(member.key)
        writeSign(UInt8(ascii: ":"))
        try write(member.value, nesting: nesting + 1)
      }
      writeSign(UInt8(ascii: "}"))
    }
  }
}
