/// How text looks on a terminal; plain everywhere else.
package struct Ink: Sendable {
  /// Whether there is colour.
  package let isColoured: Bool

  /// Makes ink.
  package init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  /// What matters less.
  func faint(_ text: String) -> String { wrap(text, "2") }
  /// What one looks for.
  func strong(_ text: String) -> String { wrap(text, "1") }
  /// What went well.
  func good(_ text: String) -> String { wrap(text, "32") }
  /// What went wrong.
  func bad(_ text: String) -> String { wrap(text, "31") }
  /// What the service tells of itself.
  func told(_ text: String) -> String { wrap(text, "35") }
  /// A message's name, in one of a few colours: a request and its answer have the same.
  func reference(_ text: String) -> String {
    let codes = ["33", "34", "35", "36", "93", "94", "95", "96"]
    let sum = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return wrap(text, codes[Int(sum % UInt32(codes.count))])
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
