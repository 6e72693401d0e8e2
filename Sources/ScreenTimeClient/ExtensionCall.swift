import Bus
import FoundationEssentials

/// One callback as it is given to `--once`: `{"type": …, "body": …}`, or the body alone.
struct ExtensionCall<Call: ExtensionCallback>: Decodable {
  /// The callback.
  let body: Call

  private enum CodingKeys: String, CodingKey {
    case type
    case body
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard container.contains(.body) else {
      body = try Call(from: decoder)
      return
    }
    if let type = try container.decodeIfPresent(String.self, forKey: .type),
      type != Call.name.text
    {
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: container,
        debugDescription: "this extension takes \(Call.name), not \(type)")
    }
    body = try container.decode(Call.self, forKey: .body)
  }

  /// Reads a call.
  ///
  /// - Throws: `malformed`, with the place and what is wrong there.
  static func read(_ data: Data) throws(BusError) -> Call {
    do {
      return try JSONDecoder().decode(Self.self, from: data).body
    } catch let error as DecodingError {
      throw BusError(code: .malformed, message: "the call \(error.problem)")
    } catch {
      throw BusError(code: .malformed, message: "the call is not JSON")
    }
  }
}

extension DecodingError {
  /// What is wrong and where, as it follows "the call", without a word about our types.
  fileprivate var problem: String {
    switch self {
    case .keyNotFound(let key, let context):
      "has no \(Self.place(context.codingPath + [key]))"
    case .typeMismatch(_, let context):
      "has a value of another kind at \(Self.place(context.codingPath))"
    case .valueNotFound(_, let context):
      "has nothing at \(Self.place(context.codingPath))"
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      "is not JSON"
    case .dataCorrupted(let context):
      Self.unknownWord(in: context).map { word in
        "says \"\(word)\" at \(Self.place(context.codingPath)), which means nothing there"
      } ?? "is wrong at \(Self.place(context.codingPath)): \(context.debugDescription)"
    @unknown default:
      "cannot be read"
    }
  }

  /// The word that none of a closed set of words is; `nil` when something else is wrong.
  ///
  /// The decoder puts it at the end of a sentence about one of our types.
  private static func unknownWord(in context: Context) -> String? {
    let beginning = "Cannot initialize "
    let end = " from invalid String value "
    guard context.debugDescription.hasPrefix(beginning) else { return nil }
    let type = context.debugDescription.dropFirst(beginning.count)
    let rest = type.drop { $0 != " " }
    return rest.hasPrefix(end) ? String(rest.dropFirst(end.count)) : nil
  }

  private static func place(_ path: [any CodingKey]) -> String {
    let names = path.map { key in key.intValue.map { "\($0)" } ?? key.stringValue }
    return names.isEmpty ? "its top" : "\"\(names.joined(separator: "."))\""
  }
}
