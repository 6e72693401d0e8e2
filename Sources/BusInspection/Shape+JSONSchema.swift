import Bus
package import CompactJSON

extension Shape {
  /// The shape as a JSON Schema.
  package var jsonSchema: JSON {
    switch self {
    case .boolean: .object(["type": .text("boolean")])
    case .integer: .object(["type": .text("integer")])
    case .text: .object(["type": .text("string")])
    case .anything: .object([:])
    case .form(let form):
      .object(
        ["type": .text("string"), "title": .text(form.name)].merging(
          form.pattern.map { ["pattern": .text($0)] } ?? [:]
        ) { first, _ in first })
    case .choice(let words):
      .object(["type": .text("string"), "enum": .list(words.map { .text($0) })])
    case .list(let element):
      .object(["type": .text("array"), "items": element.jsonSchema])
    case .map(let value):
      .object(["type": .text("object"), "additionalProperties": value.jsonSchema])
    case .nullable(let shape):
      .object(["oneOf": .list([shape.jsonSchema, .object(["type": .text("null")])])])
    case .either(let shapes): .object(["oneOf": .list(shapes.map(\.jsonSchema))])
    case .object(let fields): Shape.jsonSchema(fields)
    }
  }

  private static func jsonSchema(_ fields: [Field]) -> JSON {
    var schema: [String: JSON] = ["type": .text("object")]
    let required = fields.filter(\.isRequired).map { JSON.text($0.name) }
    if !required.isEmpty { schema["required"] = .list(required) }
    if !fields.isEmpty {
      schema["properties"] = .object(
        Dictionary(fields.map { ($0.name, described($0)) }) { first, _ in first })
    }
    return .object(schema)
  }

  private static func described(_ field: Field) -> JSON {
    guard case .object(var schema) = field.shape.jsonSchema else { return .object([:]) }
    schema["description"] = .text(field.summary)
    return .object(schema)
  }
}
