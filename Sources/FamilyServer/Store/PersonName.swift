/// What a family, a child or a device may be called.
enum PersonName {
  /// The most characters (Unicode scalars) that a name has.
  static let longest = 80

  /// The name without spaces around it.
  ///
  /// - Throws: `invalid` for one that is empty, too long, or has characters that don't show.
  static func checked(_ text: String, field: String) throws(FamilyError) -> String {
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let scalars = text.unicodeScalars
    let start = scalars.firstIndex { !isSpace($0) } ?? scalars.endIndex
    let end = scalars.lastIndex { !isSpace($0) }.map(scalars.index(after:)) ?? start
    let name = scalars[start..<end]
    guard !name.isEmpty else { throw .invalid(field, "a name needs at least one character") }
    guard name.count <= longest else {
      throw .invalid(field, "a name has at most \(longest) characters; this one has \(name.count)")
    }
    guard !name.contains(where: isHidden) else {
      throw .invalid(field, "a name has no line breaks and no control characters")
    }
    return String(name)
  }

  /// What doesn't show, or turns the direction of the text after it.
  private static let hidden: [ClosedRange<UInt32>] = [
    0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xE000...0xF8FF,
    0xF_0000...0x10_FFFF,
  ]
  /// Spaces that are not hidden anyway.
  private static let spaces: [ClosedRange<UInt32>] = [
    0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x202F...0x202F, 0x205F...0x205F,
    0x3000...0x3000,
  ]

  /// The same rule as a pattern for whoever checks a name before he sends it.
  static let pattern = {
    let shown = "[^\(characters(hidden))]"
    return "^\(shown)*[^\(characters(hidden + spaces))]\(shown)*$"
  }()

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    hidden.contains { $0.contains(scalar.value) }
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
