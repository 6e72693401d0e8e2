/// What all containers of one call write to.
///
/// Every change of the text is one step on the struct that holds it: checking for each byte that nobody
/// else changes it would cost as much as the writing.
final class JSONWriter {
  /// The text so far.
  var text = JSONText()

  /// Writes a whole value.
  func write<Value: Encodable>(_ value: Value) throws {
    if Value.self == WrittenJSON.self, let written = value as? WrittenJSON {
      return text.write(written)
    }
    let depth = text.depth
    guard depth < CompactJSON.depthLimit else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: [], debugDescription: "it is nested too deeply"))
    }
    let start = text.bytes.count
    try value.encode(to: JSONWriting(writer: self, depth: depth))
    text.close(to: depth)
    // A type without any property writes nothing; it is an object without members.
    if text.bytes.count == start { text.writeEmptyObject() }
  }
}
