/// The app list that somebody wants a rule to have, or that it is to have none.
package enum ListChoice: Hashable, Sendable {
  /// A list, by its name, its id, or a unique beginning of the id.
  case list(String)
  /// None: the rule says "No apps selected" and blocks nothing.
  case noList
}

extension ListChoice: ExpressibleByStringLiteral {
  package init(stringLiteral reference: String) { self = .list(reference) }
}

/// A text, or `null` for no list.
extension ListChoice: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .noList : .list(try container.decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .list(let reference): try container.encode(reference)
    case .noList: try container.encodeNil()
    }
  }
}
