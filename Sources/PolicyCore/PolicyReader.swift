import CivilTime

/// Judges written fields one after the other and collects what is wrong with them.
struct PolicyReader {
  private let fields: [String: PolicyValue]
  private let isChoosing: Bool
  private(set) var problems: [PolicyProblem] = []

  /// Starts with what was written; a name that is no field is a problem, never passed over.
  ///
  /// - Parameter isChoosing: Whether somebody chooses these values now, rather than having done so before.
  init(_ fields: [String: PolicyValue], isChoosing: Bool = false) {
    self.fields = fields
    self.isChoosing = isChoosing
    for name in fields.keys.sorted() where PolicyField(rawValue: name) == nil {
      let known = PolicyField.allCases.map(\.rawValue).joined(separator: ", ")
      problems.append(PolicyProblem(field: name, problem: "no such field; there are \(known)"))
    }
  }

  /// Whether the field was written.
  func has(_ field: PolicyField) -> Bool { fields[field.rawValue] != nil }

  /// Takes note of a problem.
  mutating func refuse(_ field: PolicyField, _ problem: String) {
    problems.append(PolicyProblem(field, problem))
  }

  /// A whole number within the field's range; `nil` after a problem was noted.
  mutating func number(_ field: PolicyField) -> Int? {
    guard let range = field.range, let value = value(field) else { return nil }
    let wanted = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard case .number(let number) = value else {
      refuse(field, "\(value.kind) was given, and \(wanted) is needed")
      return nil
    }
    guard range.contains(number) else {
      refuse(field, "\(number) is not \(wanted)")
      return nil
    }
    return number
  }

  /// A reading of the wall clock in hours and minutes; `nil` after a problem was noted.
  mutating func time(_ field: PolicyField) -> TimeOfDay? {
    guard let value = value(field) else { return nil }
    guard case .text(let text) = value, text.utf8.count == 5,
      let time = try? TimeOfDay(parsing: text)
    else {
      refuse(field, "\(value.kind) was given, and a time such as 09:00 (00:00 to 23:59) is needed")
      return nil
    }
    return time
  }

  /// A zone of the database; `nil` after a problem was noted.
  mutating func zone(_ field: PolicyField) -> Zone? {
    guard let value = value(field) else { return nil }
    guard case .text(let text) = value else {
      refuse(field, "\(value.kind) was given, and a zone's name such as Europe/Berlin is needed")
      return nil
    }
    do {
      return try isChoosing ? Zone(choosing: text) : Zone(identifier: text)
    } catch {
      refuse(field, error.message)
      return nil
    }
  }

  /// At least one operation, each once; `nil` after a problem was noted.
  mutating func operations(_ field: PolicyField) -> Set<ChallengeOperation>? {
    guard let value = value(field) else { return nil }
    let known = ChallengeOperation.allCases.map(\.rawValue).joined(separator: ", ")
    guard case .texts(let texts) = value else {
      refuse(field, "\(value.kind) was given, and a list of one or more of \(known) is needed")
      return nil
    }
    guard !texts.isEmpty else {
      refuse(field, "the list is empty; at least one of \(known) is needed")
      return nil
    }
    var operations: Set<ChallengeOperation> = []
    for text in texts {
      guard let operation = ChallengeOperation(rawValue: text) else {
        refuse(field, "\"\(text.prefix(40))\" is not one of \(known)")
        return nil
      }
      guard operations.insert(operation).inserted else {
        refuse(field, "\"\(text)\" is there twice")
        return nil
      }
    }
    return operations
  }

  private mutating func value(_ field: PolicyField) -> PolicyValue? {
    if let value = fields[field.rawValue] { return value }
    refuse(field, "the field is missing")
    return nil
  }
}

extension PolicyValue {
  /// What a person would call the value.
  fileprivate var kind: String {
    switch self {
    case .number(let number): "the number \(number)"
    case .text(let text): "\"\(text.prefix(40))\""
    case .texts: "a list"
    case .other(let kind): kind
    }
  }
}
