import FoundationEssentials

/// Bodies to bytes and back: JSON with sorted keys, by coders that are made once.
struct BodyCoder {
  /// The most bytes that a body has: 4 MiB.
  static let sizeLimit = 4 << 20
  /// The body of an empty answer.
  static let empty = Data("{}".utf8)

  private let encoder: JSONEncoder
  private let decoder = JSONDecoder()

  /// Makes the coders.
  init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// Writes a body.
  func encode<Body: Encodable>(_ body: Body) throws -> Data {
    // An acknowledgement has one form, and it is most of what is said.
    if Body.self == Acknowledged.self { return BodyCoder.empty }
    return try encoder.encode(body)
  }

  /// Writes a body to be sent as a message of `type`.
  ///
  /// - Throws: `tooLarge` above the limit, `internalFailure` for what JSON can't say.
  func encode<Body: Encodable>(_ body: Body, of type: MessageName) throws(BusError) -> Data {
    let data: Data
    do {
      data = try encode(body)
    } catch {
      throw BusError(.internalFailure, "could not write the body of \"\(type)\"")
    }
    guard data.count <= BodyCoder.sizeLimit else { throw .tooLarge(type, size: data.count) }
    return data
  }

  /// Reads a body that came as a message of `type`.
  ///
  /// Fields that nobody asked for are ignored.
  ///
  /// - Throws: `malformed`, with the place of what is wrong.
  func decode<Body: Decodable>(
    _ body: Body.Type, from data: Data, of type: MessageName
  ) throws(BusError) -> Body {
    if data == BodyCoder.empty, let done = Acknowledged() as? Body { return done }
    do {
      return try decoder.decode(body, from: data)
    } catch let error as DecodingError {
      throw .malformedBody(of: type, error)
    } catch {
      throw BusError(.malformed, "the body of \"\(type)\" cannot be read")
    }
  }
}
