/// The bus's own errors, worded in one place.
extension BusError {
  static func timeout(_ type: MessageName, peer: String, limit: Duration) -> BusError {
    let limit = limit.inWords
    return BusError(
      .timeout, "\"\(type)\" got no answer from \(peer) within \(limit)",
      detail: ["operation": type.text, "peer": peer, "limit": limit])
  }

  static func peerGone(_ peer: String) -> BusError {
    BusError(.peerGone, "\(peer) has ended", detail: ["peer": peer])
  }

  static func peerGone(_ peer: String, before type: MessageName) -> BusError {
    BusError(
      .peerGone, "\(peer) ended before it answered \"\(type)\"",
      detail: ["operation": type.text, "peer": peer])
  }

  static func closed(_ peer: String) -> BusError {
    BusError(.closed, "the connection to \(peer) is closed")
  }

  static func congested(_ peer: String) -> BusError {
    BusError(.congested, "\(peer) does not read its messages", detail: ["peer": peer])
  }

  static func tooLarge(_ type: MessageName, size: Int) -> BusError {
    BusError(
      .tooLarge,
      "the body of \"\(type)\" has \(size) bytes; at most \(BodyCoder.sizeLimit) are allowed",
      detail: ["operation": type.text, "size": "\(size)", "limit": "\(BodyCoder.sizeLimit)"])
  }

  static func unanswered(_ type: MessageName) -> BusError {
    BusError(
      .internalFailure, "\"\(type)\" was taken and never answered",
      detail: ["operation": type.text])
  }

  static func system(_ error: any CustomStringConvertible) -> BusError {
    BusError(.internalFailure, error.description)
  }

  static func malformedBody(of type: MessageName, _ error: DecodingError) -> BusError {
    BusError(
      .malformed, "the body of \"\(type)\" is malformed: \(error.inWords)",
      detail: ["operation": type.text])
  }
}

extension Duration {
  /// The duration as an error says it: `5 s`, `250 ms`.
  var inWords: String {
    let (seconds, attoseconds) = components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    return milliseconds == 0 ? "\(seconds) s" : "\(seconds * 1000 + milliseconds) ms"
  }
}

extension DecodingError {
  /// What is wrong and where, without a word about our types.
  package var inWords: String {
    switch self {
    case .keyNotFound(let key, let context):
      return "\"\(DecodingError.place(context.codingPath + [key]))\" is missing"
    case .typeMismatch(_, let context):
      return "\"\(DecodingError.place(context.codingPath))\" has a value of another kind"
    case .valueNotFound(_, let context):
      return "\"\(DecodingError.place(context.codingPath))\" is null"
    case .dataCorrupted(let context):
      let place = DecodingError.place(context.codingPath)
      return place.isEmpty ? context.debugDescription : "\"\(place)\": \(context.debugDescription)"
    @unknown default:
      return "it cannot be read"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.map { key in key.intValue.map { "\($0)" } ?? key.stringValue }.joined(separator: ".")
  }
}
