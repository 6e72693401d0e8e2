import CivilTime
import CompactJSON
import HTTPServer

/// A call that is being carried out.
struct Call {
  /// The request.
  let request: HTTPRequest
  /// What the path holds in the place of its names.
  let parameters: [String: String]
  /// The store, within a transaction.
  let store: FamilyStore
  /// The time.
  let now: Instant
  /// Whether the connection is encrypted.
  let isSecure: Bool

  /// The body as JSON.
  ///
  /// - Throws: `tooLarge`, `unsupportedType`, `malformed`; `invalid` where it is no object.
  func body() throws(FamilyError) -> BodyReader {
    guard !request.isTooLarge else {
      throw FamilyError(.tooLarge, "a body has at most 64 KiB")
    }
    let type = (request.header("Content-Type") ?? "").lowercased()
      .split(separator: ";").first.map { $0.filter { $0 != " " } }
    guard type == "application/json" else {
      throw FamilyError(
        .unsupportedType, "the body has to be JSON, with Content-Type: application/json")
    }
    let json: JSON
    do {
      json = try JSON(parsing: request.body)
    } catch {
      throw FamilyError(.malformed, "the body is not JSON: \(Self.reason(of: error))")
    }
    return try BodyReader(json)
  }

  private static func reason(of error: any Error) -> String {
    if case DecodingError.dataCorrupted(let context) = error { return context.debugDescription }
    return "it can't be read"
  }

  /// An id from the path.
  func id<Kind>(_ name: String) -> Identifier<Kind> { Identifier(parameters[name] ?? "") }
}
