/// What a value on the wire may be: what `bus messages` shows, what a body is checked against before it
/// is sent by hand, and what the description for other tools is made of.
package indirect enum Shape: Hashable, Sendable {
  /// `true` or `false`.
  case boolean
  /// A number without a fraction.
  case integer
  /// Any text.
  case text
  /// A text of a certain form, such as an instant.
  case form(TextForm)
  /// One of these texts.
  case choice([String])
  /// A list.
  case list(Shape)
  /// An object whose names are the sender's own.
  case map(Shape)
  /// An object with these fields.
  case object([Field])
  /// A value of one of these shapes.
  case either([Shape])
  /// The value, or `null`.
  case nullable(Shape)
  /// Any value.
  case anything
}

/// How a text is written that stands for something.
package struct TextForm: Hashable, Sendable {
  /// What it stands for, as it follows "a" or "an".
  package let name: String
  /// A regular expression that all such texts match, in the spelling of JSON Schema.
  package let pattern: String?

  /// Names a form.
  package init(_ name: String, pattern: String? = nil) {
    self.name = name
    self.pattern = pattern
  }

  /// An instant: `2025-01-06T09:00:00Z`.
  package static let instant = TextForm(
    "instant", pattern: #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"#)
  /// A local date: `2025-01-06`.
  package static let date = TextForm("date", pattern: #"^\d{4}-\d\d-\d\d$"#)
  /// A reading of the wall clock: `09:00`.
  package static let time = TextForm("time of day", pattern: #"^\d\d:\d\d(:\d\d)?$"#)
  /// The identifier of a time zone: `Europe/Berlin`.
  package static let zone = TextForm("zone")
  /// A session: 16 lowercase hexadecimal digits.
  package static let session = TextForm("session", pattern: "^[0-9a-f]{16}$")
  /// A message's name: `store.change`.
  package static let messageName = TextForm(
    "message name", pattern: #"^[A-Za-z][A-Za-z0-9]*(\.[A-Za-z0-9]+)*$"#)
}

extension Shape {
  /// The shape in a few words.
  package var words: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "number"
    case .text: "text"
    case .form(let form): form.name
    case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: " or ")
    case .list(let element): "list of \(element.words)"
    case .map(let value): "\(value.words) by name"
    case .object: "object"
    case .either(let shapes): Shape.unique(shapes.map(\.words)).joined(separator: " or ")
    case .nullable(let shape): "\(shape.words) or null"
    case .anything: "any value"
    }
  }

  private static func unique(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }
}
