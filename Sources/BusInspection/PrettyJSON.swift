package import CompactJSON

/// JSON for people: a member a line, short things on one.
package enum PrettyJSON {
  /// How long a value may be that stays on one line.
  private static let lineLimit = 76

  /// Lays a value out, each line after the first behind `indent`.
  package static func text(_ value: JSON, indent: String = "") -> String {
    let compact = spaced(value)
    if compact.count + indent.count <= lineLimit { return compact }
    let inner = indent + "  "
    switch value {
    case .list(let values) where !values.isEmpty:
      let lines = values.map { inner + text($0, indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.sorted { $0.key < $1.key }.map {
        "\(inner)\(JSON.text($0.key).compact): \(text($0.value, indent: inner))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    default: return compact
    }
  }

  private static func spaced(_ value: JSON) -> String {
    switch value {
    case .list(let values): "[" + values.map(spaced).joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }
        .map { "\(JSON.text($0.key).compact): \(spaced($0.value))" }.joined(separator: ", ") + "}"
    default: value.compact
    }
  }
}
