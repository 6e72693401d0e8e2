import CompactJSON
import HTTPServer
import PolicyCore

extension Call {
  /// Reads the body.
  ///
  /// - Throws: `tooLarge`, `unsupportedType`, `malformed`; `invalid` with everything that is wrong.
  func read<each Value>(
    _ body: RequestBody<repeat each Value>
  ) throws(FamilyError) -> (repeat each Value) {
    var problems: [PolicyProblem] = []
    guard let values = body.read(try json(), noting: &problems), problems.isEmpty else {
      throw .invalid(problems)
    }
    return (repeat each values)
  }

  private func json() throws(FamilyError) -> JSON {
    guard !request.isTooLarge else {
      throw FamilyError(.tooLarge, "a body has at most 64 KiB")
    }
    guard hasJSONType else {
      throw FamilyError(
        .unsupportedType, "the body has to be JSON, with Content-Type: application/json")
    }
    do {
      return try JSON(parsing: request.body)
    } catch {
      throw FamilyError(.malformed, "the body is not JSON: \(Self.reason(of: error))")
    }
  }

  /// Whether the body says that it is JSON.
  ///
  /// Parameters say nothing: JSON is UTF-8 whatever they say.
  private var hasJSONType: Bool {
    let type = (request.header("Content-Type") ?? "").prefix { $0 != ";" }
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    guard let start = type.firstIndex(where: { !isSpace($0) }),
      let end = type.lastIndex(where: { !isSpace($0) })
    else { return false }
    return type[start...end].lowercased() == "application/json"
  }

  private static func reason(of error: any Error) -> String {
    if case DecodingError.dataCorrupted(let context) = error { return context.debugDescription }
    return "it can't be read"
  }
}
