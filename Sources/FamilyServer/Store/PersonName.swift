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

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
    // What turns the direction of the text after it.
    default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
  }
}
