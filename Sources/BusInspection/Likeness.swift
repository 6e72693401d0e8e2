package import Bus
package import CompactJSON

/// Compares what was answered once with what is answered now.
///
/// Ids, sessions and processes are drawn anew each time: an id that was answered stands for the one
/// that is answered now, from then on and everywhere. What is the machine's is not compared.
package struct Likeness {
  private var now: [String: String] = [:]
  private var once: [String: String] = [:]

  /// Knows no ids yet.
  package init() {}

  /// A difference: where, what was there, what is there now; nil for nothing.
  package struct Difference: Hashable, Sendable {
    /// The place in the answer: `rules[0].status`; empty for the whole.
    package let path: String
    /// What was answered once.
    package let once: JSON?
    /// What is answered now.
    package let now: JSON?
  }

  /// A value with the ids of now in place of those of then.
  package func translated(_ value: JSON) -> JSON {
    switch value {
    case .text(let text): .text(translated(text))
    case .list(let values): .list(values.map(translated))
    case .object(let members):
      .object(Dictionary(members.map { (translated($0), translated($1)) }) { first, _ in first })
    default: value
    }
  }

  private func translated(_ text: String) -> String {
    if let now = now[text] { return now }
    // Sentences name ids too. Those are long and drawn, so nothing else contains one.
    var text = text
    for (old, new) in now where text.contains(old) { text = text.replacing(old, with: new) }
    return text
  }

  /// The differences between two bodies of these fields.
  package mutating func differences(
    _ fields: [Field], once: JSON, now: JSON
  ) -> [Difference] {
    compare(.object(fields), once, now, at: "")
  }

  private mutating func compare(
    _ shape: Shape, _ once: JSON, _ now: JSON, at path: String
  ) -> [Difference] {
    switch (shape, once, now) {
    case (.nullable(let shape), _, _): return compare(shape, once, now, at: path)
    case (.object(let fields), .object(let old), .object(let new)):
      return members(fields, old, new, path)
    case (.either(let shapes), .object, .object):
      let fields = shapes.flatMap { shape -> [Field] in
        if case .object(let fields) = shape { fields } else { [] }
      }
      return compare(.object(fields), once, now, at: path)
    case (.list(let element), .list(let old), .list(let new)) where old.count == new.count:
      var found: [Difference] = []
      for (index, (left, right)) in zip(old, new).enumerated() {
        found += compare(element, left, right, at: "\(path)[\(index)]")
      }
      return found
    case (.map(let value), .object(let old), .object(let new)):
      let names = Set(old.keys.map(translated)).union(new.keys).sorted()
      let renamed = Dictionary(old.map { (translated($0), $1) }) { first, _ in first }
      var found: [Difference] = []
      for name in names {
        found += compare(value, renamed[name], new[name], at: Likeness.join(path, name))
      }
      return found
    default:
      return translated(once) == now ? [] : [Difference(path: path, once: once, now: now)]
    }
  }

  private mutating func compare(
    _ shape: Shape, _ once: JSON?, _ now: JSON?, at path: String
  ) -> [Difference] {
    guard let once, let now else {
      return once == nil && now == nil ? [] : [Difference(path: path, once: once, now: now)]
    }
    return compare(shape, once, now, at: path)
  }

  private mutating func members(
    _ fields: [Field], _ old: [String: JSON], _ new: [String: JSON], _ path: String
  ) -> [Difference] {
    var found: [Difference] = []
    for name in Set(old.keys).union(new.keys).sorted() {
      let place = Likeness.join(path, name)
      guard let field = fields.first(where: { $0.name == name }) else {
        found += compare(.anything, old[name], new[name], at: place)
        continue
      }
      switch field.constancy {
      case .machine: continue
      case .drawn: found += drawn(old[name], new[name], at: place)
      case .same: found += compare(field.shape, old[name], new[name], at: place)
      }
    }
    return found
  }

  /// Two values that were drawn: texts have to stand for each other everywhere, numbers need not.
  private mutating func drawn(_ old: JSON?, _ new: JSON?, at path: String) -> [Difference] {
    let difference = [Difference(path: path, once: old, now: new)]
    switch (old, new) {
    case (.none, .none): return []
    case (.integer, .integer): return []
    case (.text(let old), .text(let new)):
      guard now[old] ?? new == new, once[new] ?? old == old else { return difference }
      now[old] = new
      once[new] = old
      return []
    default: return old == new ? [] : difference
    }
  }

  private static func join(_ path: String, _ name: String) -> String {
    path.isEmpty ? name : "\(path).\(name)"
  }
}
