import CompactJSON

/// Bodies to bytes and back: JSON with sorted keys.
enum BodyCoder {
  /// The most bytes that a body has: 4 MiB.
  static let sizeLimit = 4 << 20
  /// The body of an empty answer.
  static let empty = Array("{}".utf8)

  /// Writes a body to be sent as a message of `type`.
  ///
  /// - Throws: `tooLarge` above the limit, `internalFailure` for what JSON can't say.
  static func encode<Body: Encodable>(
    _ body: Body, of type: MessageName
  ) throws(BusError) -> [UInt8] {
    // An acknowledgement has one form, and it is most of what is said.
    if Body.self == Acknowledged.self { return empty }
    let bytes: [UInt8]
    do {
      bytes = try CompactJSON.encode(body)
    } catch {
      throw BusError(.internalFailure, "could not write the body of \"\(type)\"")
    }
    guard bytes.count <= sizeLimit else { throw .tooLarge(type, size: bytes.count) }
    return bytes
  }

  /// Reads a body that came as a message of `type`; fields that nobody asked for are ignored.
  ///
  /// - Throws: `malformed`, with the place of what is wrong.
  static func decode<Body: Decodable>(
    _ body: Body.Type, from bytes: [UInt8], of type: MessageName
  ) throws(BusError) -> Body {
    if bytes == empty, let done = Acknowledged() as? Body { return done }
    do {
      return try CompactJSON.decode(body, from: bytes)
    } catch let error as DecodingError {
      throw .malformedBody(of: type, error)
    } catch {
      throw BusError(.malformed, "the body of \"\(type)\" cannot be read")
    }
  }
}
