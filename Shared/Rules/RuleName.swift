/// What a rule may be called.
package enum RuleName {
  /// The most characters (Unicode scalars) that a name has.
  package static let longest = 200

  /// The name as it is kept: without spaces around it, and the kind's default where nothing is left.
  ///
  /// - Throws: `invalid` for a name that is too long, and for one with line breaks or other characters
  ///   that don't show but change how the text around them shows.
  package static func checked(_ text: String, for kind: RuleKind) throws(RuleError) -> String {
    let scalars = text.unicodeScalars
    guard !scalars.contains(where: isForbidden) else {
      throw RuleError(
        code: .invalid, message: "a rule's name has no line breaks and no control characters")
    }
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let start = scalars.firstIndex { !isSpace($0) } ?? scalars.endIndex
    let end = scalars.lastIndex { !isSpace($0) }.map(scalars.index(after:)) ?? start
    let name = scalars[start..<end]
    guard name.count <= longest else {
      throw RuleError(
        code: .invalid,
        message: "a rule's name has at most \(longest) characters; this one has \(name.count)")
    }
    return name.isEmpty ? RuleDefaults.name(for: kind) : String(name)
  }

  /// Whether a name may not hold this: what ends a line, doesn't show, or turns the text after it.
  package static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // What turns the direction of the text after it.
    default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
  }
}
