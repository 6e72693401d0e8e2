/// How text looks on a terminal; plain everywhere else.
struct Style {
  /// Whether there is colour.
  let isColoured: Bool

  /// A heading.
  func heading(_ text: String) -> String { wrap(text, "1") }
  /// Something that is on or fine.
  func good(_ text: String) -> String { wrap(text, "32") }
  /// Something that is wrong.
  func bad(_ text: String) -> String { wrap(text, "31") }
  /// Something that matters less.
  func faint(_ text: String) -> String { wrap(text, "2") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
