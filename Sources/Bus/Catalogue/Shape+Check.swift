package import CompactJSON

/// What is wrong with a body, and where.
package struct BodyProblem: Hashable, Sendable {
  /// The place: `changes.shieldedApplications[0]`; empty for the whole body.
  package let path: String
  /// What is wrong, as it follows the place.
  package let text: String

  /// The place and what is wrong there.
  package var sentence: String { path.isEmpty ? "the body \(text)" : "\"\(path)\" \(text)" }
}

extension Shape {
  /// What is wrong with a value of this shape; fields that nobody knows are wrong too, as whoever writes
  /// a body by hand has misspelt them.
  package func problems(of value: JSON, at path: String = "") -> [BodyProblem] {
    switch (self, value) {
    case (.anything, _), (.boolean, .bool), (.integer, .integer), (.text, .text), (.form, .text):
      return []
    // Messages don't mind how a whole number is spelled; what reads them takes 60.0 for 60 too.
    case (.integer, .number(let number)) where Int64(exactly: number) != nil: return []
    case (.nullable, .null): return []
    case (.nullable(let shape), _): return shape.problems(of: value, at: path)
    case (.choice(let words), .text(let word)) where words.contains(word): return []
    case (.choice(let words), .text(let word)):
      let known = words.map { "\"\($0)\"" }.joined(separator: ", ")
      return [BodyProblem(path: path, text: "is \"\(word)\", which is none of \(known)")]
    case (.list(let element), .list(let values)):
      return values.enumerated().flatMap { element.problems(of: $1, at: "\(path)[\($0)]") }
    case (.map(let shape), .object(let members)):
      return members.sorted { $0.key < $1.key }.flatMap {
        shape.problems(of: $0.value, at: Shape.join(path, $0.key))
      }
    case (.object(let fields), .object(let members)):
      return Shape.problems(of: members, fields, path)
    case (.either(let shapes), _):
      let all = shapes.map { $0.problems(of: value, at: path) }
      return all.min { $0.count < $1.count } ?? []
    default:
      return [BodyProblem(path: path, text: "is \(value.kind), and should be: \(words)")]
    }
  }

  private static func problems(
    of members: [String: JSON], _ fields: [Field], _ path: String
  ) -> [BodyProblem] {
    let known = fields.map(\.name)
    let strangers = members.keys.filter { !known.contains($0) }.sorted().map { name in
      let fields =
        known.isEmpty ? "it has no fields" : "its fields are \(known.joined(separator: ", "))"
      return BodyProblem(path: join(path, name), text: "is unknown: \(fields)")
    }
    let wrong = fields.flatMap { field -> [BodyProblem] in
      let place = join(path, field.name)
      guard let value = members[field.name] else {
        return field.isRequired ? [BodyProblem(path: place, text: "is missing")] : []
      }
      // What may be missing may be said to be nothing as well.
      if value == .null, !field.isRequired { return [] }
      return field.shape.problems(of: value, at: place)
    }
    return strangers + wrong
  }

  private static func join(_ path: String, _ name: String) -> String {
    path.isEmpty ? name : "\(path).\(name)"
  }
}

extension JSON {
  /// What a person calls this kind of value.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer: "a number"
    case .number: "a number with a fraction"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}
