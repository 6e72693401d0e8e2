import CivilTime
import CompactJSON
import PolicyCore

/// Reads a call's body field by field, and collects what is wrong with it.
///
/// A field that nobody asks for is a problem too: a typing error must not look like a saved setting.
struct BodyReader {
  private let path: String
  private let fields: [String: JSON]
  private var asked: Set<String> = []
  private(set) var problems: [PolicyProblem] = []

  /// Starts with a body.
  ///
  /// - Throws: `invalid` for JSON that is no object.
  init(_ body: JSON) throws(FamilyError) {
    guard case .object(let fields) = body else {
      throw .invalid("", "the body is \(body.kindName), and an object is needed")
    }
    self.init(fields, at: "")
  }

  private init(_ fields: [String: JSON], at path: String) {
    self.fields = fields
    self.path = path
  }

  /// A text; the empty one after a problem was noted.
  mutating func text(_ name: String, atMost limit: Int = 400) -> String {
    guard let value = value(name) else { return "" }
    guard case .text(let text) = value else {
      refuse(name, "\(value.kindName) was given, and a text is needed")
      return ""
    }
    guard text.unicodeScalars.count <= limit else {
      refuse(name, "the text has more than \(limit) characters")
      return ""
    }
    return text
  }

  /// A whole number; the range's lowest after a problem was noted.
  mutating func number(_ name: String, in range: ClosedRange<Int>) -> Int {
    guard let value = value(name) else { return range.lowerBound }
    guard case .integer(let number) = value, let number = Int(exactly: number) else {
      refuse(name, "\(value.kindName) was given, and a whole number is needed")
      return range.lowerBound
    }
    guard range.contains(number) else {
      refuse(name, "\(number) is not from \(range.lowerBound) to \(range.upperBound)")
      return range.lowerBound
    }
    return number
  }

  /// Whether something is so; `false` after a problem was noted.
  mutating func flag(_ name: String) -> Bool {
    guard let value = value(name) else { return false }
    guard case .bool(let flag) = value else {
      refuse(name, "\(value.kindName) was given, and true or false is needed")
      return false
    }
    return flag
  }

  /// One of a set of words; the first after a problem was noted.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, of type: Word.Type
  ) -> Word? {
    let text = text(name)
    guard !problems.contains(where: { $0.field == path + name }) else { return nil }
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      refuse(name, "\"\(text.prefix(40))\" is not one of \(known)")
      return nil
    }
    return word
  }

  /// A date; `nil` after a problem was noted.
  mutating func date(_ name: String) -> CivilDate? {
    let text = text(name)
    guard !problems.contains(where: { $0.field == path + name }) else { return nil }
    do {
      return try CivilDate(parsing: text)
    } catch {
      refuse(name, error.message)
      return nil
    }
  }

  /// A secret that somebody shows.
  mutating func secret(_ name: String) -> Secret { Secret(text(name)) }

  /// An object's fields as values of a policy.
  mutating func policyFields(_ name: String) -> [String: PolicyValue] {
    guard let value = value(name) else { return [:] }
    guard case .object(let fields) = value else {
      refuse(name, "\(value.kindName) was given, and an object is needed")
      return [:]
    }
    return fields.mapValues(\.policyValue)
  }

  /// A list of objects, each read by `read`.
  mutating func list<Item>(
    _ name: String, atMost limit: Int, _ read: (inout BodyReader) -> Item
  ) -> [Item] {
    guard let value = value(name) else { return [] }
    guard case .list(let values) = value else {
      refuse(name, "\(value.kindName) was given, and a list is needed")
      return []
    }
    guard values.count <= limit else {
      refuse(name, "the list has \(values.count) entries; at most \(limit) are taken")
      return []
    }
    return values.enumerated().compactMap { index, value in
      let place = "\(path)\(name)[\(index)]"
      guard case .object(let fields) = value else {
        problems.append(
          PolicyProblem(
            field: place, problem: "\(value.kindName) was given, and an object is needed"))
        return nil
      }
      var reader = BodyReader(fields, at: place + ".")
      let item = read(&reader)
      reader.refuseUnasked()
      problems += reader.problems
      return item
    }
  }

  /// Takes over what is wrong with a part of the body.
  mutating func add(_ error: PolicyError, in name: String) {
    problems += error.problems.map {
      PolicyProblem(field: "\(path)\(name).\($0.field)", problem: $0.problem)
    }
  }

  /// Ends the reading.
  ///
  /// - Throws: `invalid` with all problems, if there are any.
  mutating func end() throws(FamilyError) {
    refuseUnasked()
    guard problems.isEmpty else { throw .invalid(problems) }
  }

  private mutating func refuseUnasked() {
    for name in fields.keys.sorted() where !asked.contains(name) {
      refuse(
        String(name.prefix(80)),
        "no such field; there are \(asked.sorted().joined(separator: ", "))")
    }
  }

  private mutating func value(_ name: String) -> JSON? {
    asked.insert(name)
    if let value = fields[name] { return value }
    refuse(name, "the field is missing")
    return nil
  }

  private mutating func refuse(_ name: String, _ problem: String) {
    problems.append(PolicyProblem(field: path + name, problem: problem))
  }
}

extension JSON {
  /// What a person would call the value.
  var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer(let number): "the number \(number)"
    case .number: "a number that is not whole"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// The value as one of a policy's field.
  var policyValue: PolicyValue {
    switch self {
    case .integer(let number): Int(exactly: number).map(PolicyValue.number) ?? .other(kindName)
    case .text(let text): .text(text)
    case .list(let values):
      values.reduce(into: PolicyValue?.some(.texts([]))) { texts, value in
        guard case .texts(let before) = texts, case .text(let text) = value else {
          return texts = nil
        }
        texts = .texts(before + [text])
      } ?? .other("a list with something else than texts")
    case .null, .bool, .number, .object: .other(kindName)
    }
  }
}
