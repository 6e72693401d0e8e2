/// A field with its place in a body, as a line of a table.
package struct FieldRow: Codable, Hashable, Sendable {
  /// Its place: `changes.shieldedApplications`, `rules[].name`, `activities.*.schedule`.
  package let path: String
  /// What it may hold, in a few words.
  package let type: String
  /// Whether it has to be there, where what it stands in is there.
  package let required: Bool
  /// Whether nobody who looks at messages is shown it.
  package let secret: Bool
  /// What it means, in one sentence.
  package let summary: String
}

extension FieldRow {
  /// The rows of a body, each object's fields behind it.
  package static func rows(_ fields: [Field], below path: String = "") -> [FieldRow] {
    fields.flatMap { field in
      let place = path.isEmpty ? field.name : "\(path).\(field.name)"
      let row = FieldRow(
        path: place, type: field.shape.words, required: field.isRequired, secret: field.isSecret,
        summary: field.summary)
      return [row] + rows(field.shape, at: place)
    }
  }

  private static func rows(_ shape: Shape, at path: String) -> [FieldRow] {
    switch shape {
    case .boolean, .integer, .text, .form, .choice, .anything: []
    case .object(let fields): rows(fields, below: path)
    case .list(let element): rows(element, at: path + "[]")
    case .map(let value): rows(value, at: path + ".*")
    case .nullable(let shape): rows(shape, at: path)
    case .either(let shapes): shapes.flatMap { rows($0, at: path) }
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    path = try container.decode(String.self, forKey: .path)
    type = try container.decode(String.self, forKey: .type)
    required = try container.decode(Bool.self, forKey: .required)
    secret = try container.decodeIfPresent(Bool.self, forKey: .secret) ?? false
    summary = try container.decode(String.self, forKey: .summary)
  }

  /// Writes the row; `secret` only where it is.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encode(type, forKey: .type)
    try container.encode(required, forKey: .required)
    if secret { try container.encode(secret, forKey: .secret) }
    try container.encode(summary, forKey: .summary)
  }

  private enum CodingKeys: String, CodingKey {
    case path
    case type
    case required
    case secret
    case summary
  }

  static let shape = Shape.object([
    .field("path", .text, "The field's place in the body."),
    .field("type", .text, "What it may hold, in a few words."),
    .field("required", .boolean, "Whether it has to be there."),
    .optional("secret", .boolean, "Whether nobody who looks at messages is shown it."),
    .field("summary", .text, "What it means, in one sentence."),
  ])
}
