/// A message type's name on the wire: words joined by dots, such as `store.change`.
package struct MessageName: Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  /// The text on the wire.
  package let text: String

  /// The most bytes that a name has.
  package static let sizeLimit = 64

  /// Makes a name that stands in the source.
  ///
  /// One that the grammar doesn't allow traps.
  package init(stringLiteral text: String) {
    guard let name = MessageName(text) else {
      preconditionFailure("\"\(text)\" is not a message name")
    }
    self = name
  }

  /// Reads a name.
  ///
  /// Accepted: `ping`, `store.change`, `activity.eventDidReach2`. Refused: an empty word (`.a`,
  /// `a..b`), anything but ASCII letters and digits between dots, a first character that isn't a
  /// letter, more than 64 bytes.
  package init?(_ text: String) {
    guard MessageName.isValid(text.utf8) else { return nil }
    self.text = text
  }

  /// Reads a name from bytes that were checked with `isValid`.
  init(checked bytes: ArraySlice<UInt8>) {
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a name from a document.
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let name = MessageName(text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "a message name is words of letters and digits joined by dots"))
    }
    self = name
  }

  /// Writes the name as its text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// Whether the bytes are a name: the grammar's `type`.
  static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
    guard bytes.count <= sizeLimit else { return false }
    var wordIsEmpty = true
    var isFirst = true
    for byte in bytes {
      if byte == UInt8(ascii: ".") {
        guard !wordIsEmpty else { return false }
        wordIsEmpty = true
        continue
      }
      guard byte.isASCIILetter || (byte.isASCIIDigit && !isFirst) else { return false }
      wordIsEmpty = false
      isFirst = false
    }
    return !wordIsEmpty
  }
}

extension MessageName: CustomStringConvertible {
  /// The text on the wire.
  package var description: String { text }
}

extension UInt8 {
  /// Whether the byte is one of A–Z and a–z.
  var isASCIILetter: Bool {
    let lower = self | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  /// Whether the byte is one of 0–9.
  var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
