import CompactJSON
import PolicyCore

extension Field<Int> {
  /// A whole number, written as one: `4`, and neither `4.0` nor `4e0` (decision F3).
  static func number(
    _ name: String, _ range: ClosedRange<Int>, _ words: String, example: Int
  ) -> Field {
    Field(name, .number(range), words, example: JSON(example)) { value throws(FieldRefusal) in
      guard case .integer(let number) = value else {
        throw FieldRefusal(value, isNot: "a whole number")
      }
      guard let number = Int(exactly: number), range.contains(number) else {
        throw FieldRefusal("\(number) is not from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }

  /// The revision that a change was made on.
  static let expectedRevision = number(
    "expected_revision", Schema.revisions,
    """
    The revision that the change was made on. Where another one holds by now the change is refused \
    with it (`revision_conflict`).
    """, example: 1)
}

extension Field<Bool> {
  /// Whether something is so.
  static func flag(_ name: String, _ words: String) -> Field {
    Field(name, .flag, words, example: .bool(false)) { value throws(FieldRefusal) in
      guard case .bool(let flag) = value else { throw FieldRefusal(value, isNot: "true or false") }
      return flag
    }
  }
}

extension Field<FamilyPolicy> {
  /// A whole policy.
  static func policy(_ name: String, _ words: String) -> Field {
    let example = PolicyField.allCases.map { ($0.rawValue, Schema.policyExample($0)) }
    return Field(
      name, .policy, words, example: .object(Dictionary(uniqueKeysWithValues: example))
    ) { value throws(FieldRefusal) in
      let fields = try policyFields(value)
      do throws(PolicyError) {
        return try FamilyPolicy(choosing: fields)
      } catch {
        throw FieldRefusal(error)
      }
    }
  }
}

extension Field<PolicyOverrides> {
  /// A child's own values.
  static func overrides(_ name: String, _ words: String) -> Field {
    Field(name, .overrides, words, example: .object(["daily_limit_minutes": .integer(90)])) {
      value throws(FieldRefusal) in
      let fields = try policyFields(value)
      do throws(PolicyError) {
        return try PolicyOverrides(fields: fields)
      } catch {
        throw FieldRefusal(error)
      }
    }
  }
}

extension Field {
  /// A list of objects that are read by a declaration of their own.
  static func list<each Part, Item>(
    _ name: String, of item: RequestBody<repeat each Part>, _ count: ClosedRange<Int>,
    _ words: String, make: @escaping @Sendable (repeat each Part) -> Item
  ) -> Field where Value == [Item] {
    Field(
      name, .list(of: item.schema, count), words, example: .list([item.example])
    ) { value throws(FieldRefusal) in
      guard case .list(let values) = value else { throw FieldRefusal(value, isNot: "a list") }
      guard count.contains(values.count) else {
        throw FieldRefusal(
          "the list has \(values.count) entries, and \(count.lowerBound) to \(count.upperBound)"
            + " are taken")
      }
      var problems: [PolicyProblem] = []
      var items: [Item] = []
      for (index, value) in values.enumerated() {
        if let parts = item.read(value, at: "[\(index)]", noting: &problems) {
          items.append(make(repeat each parts))
        }
      }
      guard problems.isEmpty else { throw FieldRefusal(problems) }
      return items
    }
  }
}

extension FieldRefusal {
  /// Refuses a policy, or a child's share of one, for what is wrong in it.
  fileprivate init(_ error: PolicyError) {
    self.init(
      error.problems.map { PolicyProblem(field: ".\($0.field)", problem: $0.problem) })
  }
}

/// An object's fields as values of a policy.
private func policyFields(_ value: JSON) throws(FieldRefusal) -> [String: PolicyValue] {
  guard case .object(let fields) = value else { throw FieldRefusal(value, isNot: "an object") }
  return fields.mapValues(\.policyValue)
}

extension JSON {
  /// What a person would call the value.
  var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer(let number): "the number \(number)"
    case .number(let number):
      abs(number) < 0x1p63
        ? "a number with a fraction or an exponent" : "a number that is too large"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// The value as one of a policy's fields.
  fileprivate var policyValue: PolicyValue {
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
