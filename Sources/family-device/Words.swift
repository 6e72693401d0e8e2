/// Words for numbers.
enum Words {
  /// `1 minute`, `2 minutes`.
  static func counted(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}
