/// The words of an `Exec=` line, by the rules of the desktop entry specification.
package enum ExecLine {
  /// Splits the line and takes the field codes (`%f`, `%U`, …) out.
  ///
  /// Returns `nil` for a line that ends inside a quotation: nothing could start it either.
  package static func words(_ line: String) -> [String]? {
    guard let quoted = split(line) else { return nil }
    return quoted.compactMap { word in
      let text = withoutFieldCodes(word.text)
      // A word that was nothing but a field code is gone; one that was quoted as empty stays.
      return text.isEmpty && !word.text.isEmpty ? nil : text
    }
  }

  private struct Word {
    var text = ""
    var started = false
  }

  private static func split(_ line: String) -> [Word]? {
    var words: [Word] = []
    var word = Word()
    var quoted = false
    var escaping = false
    for character in line {
      if quoted {
        (quoted, escaping) = inQuotation(character, escaping, &word)
      } else if character == "\"" {
        word.started = true
        quoted = true
      } else if character == " " || character == "\t" || character == "\n" {
        if word.started { words.append(word) }
        word = Word()
      } else {
        word.started = true
        word.text.append(character)
      }
    }
    guard !quoted else { return nil }
    if word.started { words.append(word) }
    return words
  }

  /// Inside quotation marks a backslash escapes `"`, `` ` ``, `$` and itself, and nothing else.
  private static func inQuotation(
    _ character: Character, _ escaping: Bool, _ word: inout Word
  ) -> (quoted: Bool, escaping: Bool) {
    if escaping {
      if !"\"`$\\".contains(character) { word.text.append("\\") }
      word.text.append(character)
      return (true, false)
    }
    switch character {
    case "\\": return (true, true)
    case "\"": return (false, false)
    default:
      word.text.append(character)
      return (true, false)
    }
  }

  private static func withoutFieldCodes(_ word: String) -> String {
    guard word.contains("%") else { return word }
    var result = ""
    var afterPercent = false
    for character in word {
      if afterPercent {
        afterPercent = false
        if character == "%" { result.append("%") }
      } else if character == "%" {
        afterPercent = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
