import CompactJSON

/// The shape of a JSON value as the document describes it: JSON Schema 2020-12, as in OpenAPI 3.1.
struct Schema: Sendable {
  /// The keywords.
  private(set) var keywords: [String: JSON]
  /// The shapes that are referred to by their names.
  private(set) var definitions: [String: JSON] = [:]

  /// The shape as JSON.
  var json: JSON { .object(keywords) }

  private init(_ keywords: [String: JSON], using others: [Schema] = []) {
    self.keywords = keywords
    for other in others { definitions.merge(other.definitions) { first, _ in first } }
  }

  // MARK: Values

  /// A text of so many characters (Unicode scalars).
  static func text(_ length: ClosedRange<Int>, pattern: String? = nil) -> Schema {
    var schema = Schema([
      "type": .text("string"), "minLength": JSON(length.lowerBound),
      "maxLength": JSON(length.upperBound),
    ])
    schema.keywords["pattern"] = pattern.map(JSON.text)
    return schema
  }

  /// A text of a form that has a name.
  static func text(format: String, pattern: String) -> Schema {
    Schema(["type": .text("string"), "format": .text(format), "pattern": .text(pattern)])
  }

  /// A text that a pattern says everything about.
  static func text(pattern: String) -> Schema {
    Schema(["type": .text("string"), "pattern": .text(pattern)])
  }

  /// Any text.
  static let anyText = Schema(["type": .text("string")])

  /// A whole number.
  static func number(_ range: ClosedRange<Int>) -> Schema {
    Schema([
      "type": .text("integer"), "minimum": JSON(range.lowerBound),
      "maximum": JSON(range.upperBound),
    ])
  }

  /// A whole number without an end.
  static func number(from lowest: Int) -> Schema {
    Schema(["type": .text("integer"), "minimum": JSON(lowest)])
  }

  /// `true` or `false`.
  static let flag = Schema(["type": .text("boolean")])

  /// One of a set of texts.
  static func word(_ words: [String]) -> Schema {
    Schema(["type": .text("string"), "enum": .list(words.map(JSON.text))])
  }

  /// Exactly this.
  static func constant(_ value: JSON) -> Schema { Schema(["const": value]) }

  // MARK: Values of values

  /// A list.
  static func list(of item: Schema, _ count: ClosedRange<Int>, isSet: Bool = false) -> Schema {
    var schema = Schema(
      [
        "type": .text("array"), "items": item.json, "minItems": JSON(count.lowerBound),
        "maxItems": JSON(count.upperBound),
      ], using: [item])
    if isSet { schema.keywords["uniqueItems"] = .bool(true) }
    return schema
  }

  /// A list of any length.
  static func list(of item: Schema) -> Schema {
    Schema(["type": .text("array"), "items": item.json], using: [item])
  }

  /// An object with these fields and no others.
  static func object(_ properties: [Property]) -> Schema {
    var schema = Schema(
      [
        "type": .text("object"), "additionalProperties": .bool(false),
        "properties": .object(
          Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.schema.json) })),
      ], using: properties.map(\.schema))
    let required = properties.filter(\.isRequired).map { JSON.text($0.name) }
    if !required.isEmpty { schema.keywords["required"] = .list(required) }
    return schema
  }

  /// An object of any fields.
  static let anyObject = Schema(["type": .text("object")])

  /// One of several shapes, that exclude each other.
  static func oneOf(_ schemas: [Schema]) -> Schema {
    guard schemas.count != 1 else { return schemas[0] }
    return Schema(["oneOf": .list(schemas.map(\.json))], using: schemas)
  }

  /// The shape, or null.
  var orNull: Schema {
    Schema(["anyOf": .list([json, .object(["type": .text("null")])])], using: [self])
  }

  // MARK: Words about it

  /// The shape with a sentence about it.
  func described(_ text: String) -> Schema {
    var schema = self
    schema.keywords["description"] = .text(text)
    return schema
  }

  /// The shape with an example.
  func example(_ value: JSON) -> Schema {
    var schema = self
    schema.keywords["examples"] = .list([value])
    return schema
  }

  /// The shape, referred to by a name from now on.
  func named(_ name: String) -> Schema {
    var schema = Schema(
      ["$ref": .text("#/components/schemas/\(name)")], using: [self])
    schema.definitions[name] = json
    return schema
  }
}
