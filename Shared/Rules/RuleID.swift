/// Names a rule for as long as it exists: a UUID, written in lower case.
///
/// Kept as two numbers, so that ids are compared, hashed and copied without touching a string.
package struct RuleID: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Makes a new id (a random UUID of version 4) from a source of random numbers.
  package init(using generator: inout some RandomNumberGenerator) {
    high = generator.next() & ~0xF000 | 0x4000
    low = generator.next() & ~(0b11 << 62) | (0b10 << 62)
  }

  /// Parses the 36 characters of a UUID, in either case.
  ///
  /// - Throws: `invalid` for anything else.
  package init(parsing text: String) throws(RuleError) {
    guard let id = RuleID(uuidBytes: text.utf8) else {
      throw RuleError(
        code: .invalid, message: "\"\(text.prefix(60))\" is no rule's id",
        hint: "an id looks like 6f1d3c1e-0b5a-4d0e-9c55-2f7a8f0f9d10")
    }
    self = id
  }

  /// The id as text, in lower case.
  package var rawValue: String {
    // Names of stores are made of it for each rule of each pass, so it is written in one go.
    unsafe String(unsafeUninitializedCapacity: Self.length) { text in
      var rest = (high, low)
      for position in 0..<Self.length {
        guard !Self.isDash(at: position) else {
          unsafe text[position] = UInt8(ascii: "-")
          continue
        }
        let digit = UInt8(truncatingIfNeeded: rest.0 >> 60)
        unsafe text[position] =
          digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        rest = (rest.0 << 4 | rest.1 >> 60, rest.1 << 4)
      }
      return Self.length
    }
  }

  /// How many characters the text has.
  private static var length: Int { 36 }

  /// Whether a dash stands at a place of the text.
  private static func isDash(at position: Int) -> Bool {
    position == 8 || position == 13 || position == 18 || position == 23
  }

  private init?(uuidBytes bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    var halves: (UInt64, UInt64) = (0, 0)
    var position = 0
    for byte in bytes {
      if Self.isDash(at: position) {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard let digit = Self.hexDigit(byte) else { return nil }
        halves = (halves.0 << 4 | halves.1 >> 60, halves.1 << 4 | UInt64(digit))
      }
      position += 1
    }
    self.init(high: halves.0, low: halves.1)
  }

  /// Parses what this program wrote itself, such as a part of a store's name: lower case only.
  init?(storedText text: Substring) {
    guard !text.utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) })
    else { return nil }
    self.init(uuidBytes: text.utf8)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension RuleID: Comparable {
  package static func < (left: RuleID, right: RuleID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension RuleID: CustomStringConvertible {
  /// The id as text.
  package var description: String { rawValue }
}

/// The bare text; also as a key of an object.
extension RuleID: Codable, CodingKeyRepresentable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = try RuleError.decoding(at: decoder) { () throws(RuleError) in
      try RuleID(parsing: text)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  package var codingKey: any CodingKey { TextKey(stringValue: rawValue) }

  package init?(codingKey: some CodingKey) {
    self.init(uuidBytes: codingKey.stringValue.utf8)
  }
}

/// A key that is any text.
private struct TextKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { return nil }
}
