import CompactJSON

/// A content as JSON, and back.
enum DocumentCoding {
  static func encode(_ content: some Encodable) throws -> [UInt8] {
    try CompactJSON.encode(content)
  }

  static func decode<Content: Decodable>(
    _ type: Content.Type, _ envelope: DocumentEnvelope
  ) throws(DocumentEnvelope.Damage) -> Content {
    do {
      return try CompactJSON.decode(
        type, from: Array(envelope.content), userInfo: [.documentVersion: envelope.version])
    } catch {
      throw DocumentEnvelope.Damage("its content is not what it should be: \(reason(error))")
    }
  }

  /// Where in the content it goes wrong, and how.
  private static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    @unknown default: return "\(error)"
    }
    let place = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return place.isEmpty
      ? context.debugDescription
      : "at \(place.joined(separator: ".")): \(context.debugDescription)"
  }
}

extension CodingUserInfoKey {
  /// While a document's content is decoded: the version of the shape that it was written in, an `Int`.
  ///
  /// A content whose shape has changed reads its older shapes by it.
  package static var documentVersion: CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: "documentVersion") else {
      preconditionFailure("any text is a key")
    }
    return key
  }
}
