import CompactJSON

/// Takes out of a body what nobody who looks at messages is shown.
///
/// Which fields those are stands with each message's fields. It is done in the service, before anything
/// leaves it: no reader of the tap has ever had them.
struct SecretMask {
  /// What stands where something was hidden.
  static let text = "(hidden)"
  private let shape: Shape

  /// Makes a mask for a body of these fields; nil where none of them is secret.
  init?(_ fields: [Field]) {
    let shape = Shape.object(fields)
    guard shape.hasSecrets else { return nil }
    self.shape = shape
  }

  /// The body without its secrets; where it can't be read, all of it is hidden.
  func masked(_ body: [UInt8]) -> [UInt8] {
    guard let value = try? JSON(parsing: body) else {
      return Array("\"\(SecretMask.text)\"".utf8)
    }
    return Array(shape.masked(value).compact.utf8)
  }
}

extension Shape {
  fileprivate var hasSecrets: Bool {
    switch self {
    case .boolean, .integer, .text, .form, .choice, .anything: false
    case .list(let shape), .map(let shape), .nullable(let shape): shape.hasSecrets
    case .either(let shapes): shapes.contains(where: \.hasSecrets)
    case .object(let fields): fields.contains { $0.isSecret || $0.shape.hasSecrets }
    }
  }

  fileprivate func masked(_ value: JSON) -> JSON {
    switch (self, value) {
    case (.list(let shape), .list(let values)): .list(values.map(shape.masked))
    case (.map(let shape), .object(let members)): .object(members.mapValues(shape.masked))
    case (.nullable(let shape), _): shape.masked(value)
    case (.either(let shapes), _): shapes.reduce(value) { $1.masked($0) }
    case (.object(let fields), .object(let members)):
      .object(
        fields.reduce(into: members) { members, field in
          guard let value = members[field.name] else { return }
          members[field.name] = field.isSecret ? .text(SecretMask.text) : field.shape.masked(value)
        })
    default: value
    }
  }
}
