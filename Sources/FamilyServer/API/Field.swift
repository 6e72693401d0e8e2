import CompactJSON
import PolicyCore

/// A field of a body: what the document says of it and how it is read, in one place.
///
/// The functions below make both from the same bounds, so that what is taken is what is described.
struct Field<Value>: Sendable {
  /// The name.
  let name: String
  /// What the document says of it.
  let schema: Schema
  /// What the document shows for it.
  let example: JSON
  /// Judges a value.
  private let judge: @Sendable (JSON) throws(FieldRefusal) -> Value

  /// Declares a field.
  init(
    _ name: String, _ schema: Schema, _ text: String, example: JSON,
    judge: @escaping @Sendable (JSON) throws(FieldRefusal) -> Value
  ) {
    self.name = name
    self.schema = schema.described(text).example(example)
    self.example = example
    self.judge = judge
  }

  /// Reads the field; `nil` after a problem was noted.
  func read(
    from fields: [String: JSON], at path: String, noting problems: inout [PolicyProblem]
  ) -> Value? {
    let place = path + name
    guard let value = fields[name] else {
      problems.append(PolicyProblem(field: place, problem: "the field is missing"))
      return nil
    }
    do throws(FieldRefusal) {
      return try judge(value)
    } catch {
      problems += error.problems.map {
        PolicyProblem(field: place + $0.field, problem: $0.problem)
      }
      return nil
    }
  }
}

/// Why a value is not one that its field takes.
struct FieldRefusal: Error {
  /// What is wrong, each at its place below the field: empty for the field itself.
  let problems: [PolicyProblem]

  /// Refuses what is at a place below the field.
  init(_ problems: [PolicyProblem]) {
    self.problems = problems
  }

  /// Refuses the value itself.
  init(_ problem: String) {
    problems = [PolicyProblem(field: "", problem: problem)]
  }

  /// Refuses a value of another kind.
  init(_ value: JSON, isNot wanted: String) {
    self.init("\(value.kindName) was given, and \(wanted) is needed")
  }
}
