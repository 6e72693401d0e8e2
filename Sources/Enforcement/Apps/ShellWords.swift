/// The words of a simple shell command: quotes and backslashes, no expansion.
package enum ShellWords {
  /// Splits one simple command.
  ///
  /// Returns `nil` for anything that is more than one command or that only a shell can work out
  /// (pipes, lists, redirections, substitutions): guessing would name the wrong program.
  package static func simpleCommand(_ text: some StringProtocol) -> [String]? {
    guard let words = words(text) else { return nil }
    let assignment: (String) -> Bool = { word in
      guard let equals = word.firstIndex(of: "="), equals != word.startIndex else { return false }
      return word[..<equals].utf8.allSatisfy {
        ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x41 && $0 <= 0x5A) || ($0 >= 0x30 && $0 <= 0x39)
          || $0 == 0x5F
      }
    }
    var rest = words.drop(while: assignment)
    if rest.first == "exec" {
      rest = rest.dropFirst()
      while let option = rest.first, option.hasPrefix("-") {
        // `exec -a NAME` takes a word of its own.
        rest = rest.dropFirst(option == "-a" ? 2 : 1)
      }
    }
    return Array(rest)
  }

  /// Splits into words, `nil` where something isn't plain text.
  package static func words(_ text: some StringProtocol) -> [String]? {
    var words: [String] = []
    var word = ""
    var started = false
    var quote: Character?
    var escaping = false
    for character in text {
      if escaping {
        word.append(character)
        escaping = false
      } else if character == "\\", quote != "'" {
        escaping = true
        started = true
      } else if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        started = true
      } else if ";|&<>`()\n".contains(character) {
        return nil
      } else if character == " " || character == "\t" {
        if started { words.append(word) }
        word = ""
        started = false
      } else {
        started = true
        word.append(character)
      }
    }
    guard quote == nil, !escaping else { return nil }
    if started { words.append(word) }
    return words
  }
}
