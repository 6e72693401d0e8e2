/// A field of an object that the document describes.
struct Property: Sendable {
  /// The name.
  let name: String
  /// The value's shape.
  let schema: Schema
  /// Whether it is always there.
  let isRequired: Bool

  /// Describes a field.
  init(_ name: String, _ schema: Schema, isRequired: Bool = true) {
    self.name = name
    self.schema = schema
    self.isRequired = isRequired
  }
}
