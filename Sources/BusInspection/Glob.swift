/// A pattern in which `*` stands for any letters, none included, and `?` for one.
package struct Glob: Hashable, Sendable {
  private let pattern: [Character]

  /// Takes any text for a pattern.
  package init(_ pattern: String) {
    self.pattern = Array(pattern)
  }

  /// Whether the whole of a text is of this pattern.
  package func matches(_ text: String) -> Bool {
    let text = Array(text)
    var (place, letter) = (0, 0)
    // Where the last star stands, and from where on its letters are tried.
    var star: (place: Int, letter: Int)?
    while letter < text.count {
      if place < pattern.count, pattern[place] == "*" {
        star = (place, letter)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[letter] {
        place += 1
        letter += 1
      } else if let last = star {
        star = (last.place, last.letter + 1)
        (place, letter) = (last.place + 1, last.letter + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}
