/// The value of a field as it was written, before anybody has judged it.
package enum PolicyValue: Hashable, Sendable {
  /// A whole number.
  case number(Int)
  /// A string.
  case text(String)
  /// An array of strings.
  case texts([String])
  /// Anything else, by the name that a person would call it.
  case other(String)
}

extension PolicyValue: Codable {
  /// Takes any JSON value.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let texts = try? container.decode([String].self) {
      self = .texts(texts)
    } else if container.decodeNil() {
      self = .other("null")
    } else if (try? container.decode(Bool.self)) != nil {
      self = .other("a truth value")
    } else if (try? container.decode(Double.self)) != nil {
      self = .other("a number that is not whole")
    } else {
      self = .other("a value of another kind")
    }
  }

  /// Writes the value as it was.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .texts(let texts): try container.encode(texts)
    case .other: try container.encodeNil()
    }
  }
}
