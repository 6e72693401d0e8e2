/// Any JSON value, for whoever looks at bodies without knowing their types.
///
/// Whole numbers that are written as such are kept as such: `4` is an integer, `4.0` and `4e0` are numbers.
/// An object's names have no order and are written sorted.
package enum JSON: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number that is written without a fraction and without an exponent, and fits.
  case integer(Int64)
  /// Any other number; infinity for one beyond what can be held.
  case number(Double)
  /// A string.
  case text(String)
  /// An array.
  case list([JSON])
  /// An object.
  case object([String: JSON])
}

extension JSON {
  /// Reads a text.
  ///
  /// - Throws: `DecodingError` with the byte at which it is no JSON.
  package init(parsing bytes: [UInt8]) throws {
    self.init(try JSONTree(bytes), 0)
  }

  /// Reads a text.
  ///
  /// - Throws: `DecodingError` with the byte at which it is no JSON.
  package init(parsing text: String) throws {
    try self.init(parsing: Array(text.utf8))
  }

  fileprivate init(_ tree: JSONTree, _ node: Int) {
    switch tree.nodes[node].kind {
    case .null: self = .null
    case .bool: self = .bool(tree.bool(node))
    case .string: self = .text(tree.string(node))
    case .number:
      if tree.isWrittenWhole(node), let whole: Int64 = tree.integer(node) {
        self = .integer(whole)
      } else {
        // Beyond what can be held: nothing of ours writes such a number.
        self = .number(tree.number(node) ?? .infinity)
      }
    case .array: self = .list(JSON.children(of: node, in: tree).map { JSON(tree, $0) })
    case .object:
      let members = JSON.children(of: node, in: tree).map { name in
        (tree.string(name), JSON(tree, name + 1))
      }
      self = .object(Dictionary(members) { _, last in last })
    }
  }

  /// The elements of an array; the names of an object, each with its value behind it.
  private static func children(of node: Int, in tree: JSONTree) -> [Int] {
    var children: [Int] = []
    var child = node + 1
    while child < tree.nodes[node].next {
      children.append(child)
      let value = tree.nodes[node].kind == .object ? child + 1 : child
      child = tree.nodes[value].next
    }
    return children
  }

  /// The value of an object's member; nil for another kind of value, and where there is none.
  package subscript(name: String) -> JSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The string, where it is one.
  package var string: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The value in one line, names sorted, no spaces.
  package var compact: String {
    do {
      return String(decoding: try CompactJSON.encode(self), as: UTF8.self)
    } catch {
      // Only infinity can't be written, which only a number beyond what can be held reads as.
      return "null"
    }
  }
}

/// The bare value.
extension JSON: Codable {
  package init(from decoder: any Decoder) throws {
    if let reading = decoder as? JSONReading {
      self.init(reading.tree, reading.node)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      // Each kind is tried in turn: a failed try says only that it is another kind.
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
