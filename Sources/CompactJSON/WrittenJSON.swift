/// A value that was written before: within other values it is written again as it stands.
///
/// For parts of documents that seldom change and are saved often.
package struct WrittenJSON: Hashable, Sendable {
  /// The value's text.
  let bytes: [UInt8]

  /// Writes a value.
  ///
  /// - Throws: as ``CompactJSON/encode(_:)``.
  package init(_ value: some Encodable) throws {
    bytes = try CompactJSON.encode(value)
  }
}

extension WrittenJSON: Encodable {
  /// Writes the value for an encoder that takes no text as it stands; ours doesn't ask this.
  package func encode(to encoder: any Encoder) throws {
    try JSON(parsing: bytes).encode(to: encoder)
  }
}
