import Glibc

/// The conversation with whoever types, or with the program that types for him.
enum Terminal {
  /// Whether a person sits there.
  static let isInteractive = isatty(STDIN_FILENO) == 1

  /// Asks for a line; `nil` where there are no more.
  ///
  /// A terminal shows what is typed. In a pipe nobody does, so it is written behind the question: otherwise
  /// one question would stand behind the other.
  static func ask(_ prompt: String) -> String? {
    print(prompt, terminator: "")
    fflush(nil)
    let line = readLine()
    if !isInteractive || line == nil { print(line ?? "") }
    return line
  }

  /// Asks a person whether to go on; nobody is asked in a pipe, and nothing goes on there.
  static func agrees(to question: String) -> Bool {
    guard isInteractive, let answer = ask(question + " [Y/n] ") else { return false }
    return ["", "y", "yes"].contains(answer.filter { !$0.isWhitespace }.lowercased())
  }
}
