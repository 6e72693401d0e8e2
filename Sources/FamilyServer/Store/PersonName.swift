/// What a family, a child or a device may be called.
enum PersonName {
  /// The most characters (Unicode scalars) that a name has.
  static let longest = 80

  /// The name without spaces around it.
  ///
  /// - Throws: `invalid` for one in which nothing can be seen, that is too long, or that has control
  ///   characters.
  static func checked(_ text: String, field: String) throws(FamilyError) -> String {
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let scalars = text.unicodeScalars
    let start = scalars.firstIndex { !isSpace($0) } ?? scalars.endIndex
    let end = scalars.lastIndex { !isSpace($0) }.map(scalars.index(after:)) ?? start
    let name = scalars[start..<end]
    guard name.contains(where: { !Self.has(unseen, $0) }) else {
      throw .invalid(field, "a name needs at least one character that can be seen")
    }
    guard name.count <= longest else {
      throw .invalid(field, "a name has at most \(longest) characters; this one has \(name.count)")
    }
    guard !name.contains(where: { Self.has(hidden, $0) }) else {
      throw .invalid(field, "a name has no line breaks and no control characters")
    }
    return String(name)
  }

  /// What breaks a line, controls something, or turns the direction of the text after it.
  private static let hidden: [ClosedRange<UInt32>] = [
    0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xE000...0xF8FF,
    0xF_0000...0x10_FFFF,
  ]
  /// What is right in a name and makes none by itself: spaces, an empty cell of Braille, and what Unicode
  /// shows nothing for (Default_Ignorable_Code_Point), as joiners are; as far as it is not hidden anyway.
  private static let unseen: [ClosedRange<UInt32>] = [
    0x20...0x20, 0xA0...0xA0, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160,
    0x1680...0x1680, 0x17B4...0x17B5, 0x180B...0x180F, 0x2000...0x200F, 0x202F...0x202F,
    0x205F...0x2065, 0x206A...0x206F, 0x2800...0x2800, 0x3000...0x3000, 0x3164...0x3164,
    0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF0...0xFFF8, 0x1_BCA0...0x1_BCA3,
    0x1_D173...0x1_D17A, 0xE_0000...0xE_0FFF,
  ]

  /// The same rule as a pattern for whoever checks a name before he sends it.
  static let pattern = {
    let shown = "[^\(characters(hidden))]"
    return "^\(shown)*[^\(characters(hidden + unseen))]\(shown)*$"
  }()

  private static func has(_ ranges: [ClosedRange<UInt32>], _ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) }
  }

  /// Ranges as they stand within the brackets of a pattern.
  private static func characters(_ ranges: [ClosedRange<UInt32>]) -> String {
    ranges.map { "\(character($0.lowerBound))-\(character($0.upperBound))" }.joined()
  }

  private static func character(_ value: UInt32) -> String {
    // Beyond four digits every dialect has its own escape, and the character itself is the same in all.
    guard value <= 0xFFFF else { return Unicode.Scalar(value).map { String($0) } ?? "" }
    let digits = String(value, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
