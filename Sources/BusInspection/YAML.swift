import CompactJSON

/// Writes a value as YAML, in the order in which its writer put it.
enum YAML {
  /// A value whose objects keep their order.
  indirect enum Node {
    case scalar(JSON)
    case list([Node])
    case object([(String, Node)])
  }

  /// The text, ending with a line end.
  static func text(_ node: Node) -> String {
    lines(node, "").joined(separator: "\n") + "\n"
  }

  private static func lines(_ node: Node, _ indent: String) -> [String] {
    switch node {
    case .scalar(let value): return [indent + scalar(value)]
    case .list(let nodes):
      return nodes.flatMap { node -> [String] in
        if let short = short(node) { return ["\(indent)- \(short)"] }
        var inner = lines(node, indent + "  ")
        inner[0] = "\(indent)- " + inner[0].dropFirst(indent.count + 2)
        return inner
      }
    case .object(let members):
      return members.flatMap { name, node -> [String] in
        if let short = short(node) { return ["\(indent)\(key(name)): \(short)"] }
        return ["\(indent)\(key(name)):"] + lines(node, indent + "  ")
      }
    }
  }

  /// What stands behind a name on the same line.
  private static func short(_ node: Node) -> String? {
    switch node {
    case .scalar(let value): scalar(value)
    case .list(let nodes) where nodes.isEmpty: "[]"
    case .object(let members) where members.isEmpty: "{}"
    case .list, .object: nil
    }
  }

  /// JSON's own spelling is YAML's too; plain words do without quotes.
  private static func scalar(_ value: JSON) -> String {
    guard case .text(let text) = value, isPlain(text) else { return value.compact }
    return text
  }

  private static func key(_ name: String) -> String {
    isPlain(name) ? name : JSON.text(name).compact
  }

  /// Whether a text can't be taken for anything but a text without quotes.
  private static func isPlain(_ text: String) -> Bool {
    let words: Set<String> = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    guard let first = text.utf8.first, !words.contains(text.lowercased()) else { return false }
    let isLetter = (first | 0x20) >= UInt8(ascii: "a") && (first | 0x20) <= UInt8(ascii: "z")
    let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-".utf8)
    return isLetter && text.utf8.allSatisfy(allowed.contains)
  }
}

extension YAML.Node {
  /// The same value, names sorted.
  init(_ value: JSON) {
    switch value {
    case .list(let values): self = .list(values.map(YAML.Node.init))
    case .object(let members):
      self = .object(members.sorted { $0.key < $1.key }.map { ($0.key, YAML.Node($0.value)) })
    default: self = .scalar(value)
    }
  }
}
