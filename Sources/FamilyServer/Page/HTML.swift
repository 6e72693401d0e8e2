/// Markup that is safe by the way it is made.
///
/// What stands in the program's own text is markup; whatever is put in between is text of somebody's, and
/// is escaped for an element's content and for a quoted attribute alike. Only another `HTML` goes in as
/// it is. There is no way from a `String` to markup.
struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The markup.
  let markup: String

  private init(markup: String) {
    self.markup = markup
  }

  /// Takes the program's own text.
  init(stringLiteral text: StaticString) {
    self.init(markup: text.description)
  }

  /// Takes the program's own text with what was put in between.
  init(stringInterpolation parts: Interpolation) {
    self.init(markup: parts.markup)
  }

  /// Nothing.
  static let none: HTML = ""

  /// Several pieces, one after the other.
  static func all(_ pieces: some Sequence<HTML>) -> HTML {
    HTML(markup: pieces.lazy.map(\.markup).joined())
  }

  /// A piece for each item.
  static func each<Item>(_ items: some Sequence<Item>, _ piece: (Item) -> HTML) -> HTML {
    all(items.map(piece))
  }

  /// A piece that is only there in some cases.
  static func only(if condition: Bool, _ piece: @autoclosure () -> HTML) -> HTML {
    condition ? piece() : .none
  }

  /// A text in characters that mean nothing to a browser.
  fileprivate static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { reserved($0) != nil }) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      if let name = reserved(byte) { bytes += Array(name.utf8) } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func reserved(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    // A browser takes it for the end of the text, or for nothing.
    case 0: "&#xFFFD;"
    default: nil
    }
  }
}

extension HTML {
  /// Puts a piece together.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    /// Starts with nothing.
    init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    /// Adds the program's own text.
    mutating func appendLiteral(_ literal: StaticString) { markup += literal.description }

    /// Adds somebody's text, escaped.
    mutating func appendInterpolation(_ text: String) { markup += HTML.escaped(text) }

    /// Adds a number.
    mutating func appendInterpolation(_ number: Int) { markup += String(number) }

    /// Adds a piece of markup.
    mutating func appendInterpolation(_ piece: HTML) { markup += piece.markup }
  }
}
