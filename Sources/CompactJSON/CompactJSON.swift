/// JSON for messages and documents: the values of `Codable` to bytes and back, with sorted names.
///
/// Messages are small and many, and a process is started for a few of them: what Foundation's coders
/// cost for each value is most of what a message costs. These do the same for what goes over the wire
/// and into documents, write the same bytes, and leave out what neither needs: dates, data, URLs and
/// decimals in forms of their own, strategies, and formatting.
package enum CompactJSON {
  /// How deeply arrays and objects may stand within each other.
  package static let depthLimit = 128

  /// Writes a value: names sorted by their bytes, no spaces, slashes as they are.
  ///
  /// A nested container is complete once its parent goes on; writing to it later traps.
  ///
  /// - Throws: `EncodingError` for a number that JSON doesn't have and for nesting beyond the limit;
  ///   whatever the value throws.
  package static func encode(_ value: some Encodable) throws -> [UInt8] {
    let writer = JSONWriter()
    try writer.write(value)
    return writer.text.bytes
  }

  /// Writes a value of any kind: the same bytes, without what `Codable` costs for each part.
  ///
  /// - Throws: `EncodingError` for a number that JSON doesn't have and for nesting beyond the limit.
  package static func encode(_ value: JSON) throws -> [UInt8] {
    var text = JSONText()
    try text.write(value, nesting: 0)
    return text.bytes
  }

  /// Reads a value; names that nobody asks for are ignored.
  ///
  /// - Throws: `DecodingError` with the place of what is wrong: bytes that are no JSON text, a name that
  ///   an object has twice, a missing name, a value of another kind; whatever the value throws.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> Value {
    let tree = try JSONTree(bytes, userInfo: userInfo)
    return try Value(from: JSONReading(tree: tree, node: 0))
  }
}
