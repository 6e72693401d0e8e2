extension Int {
  /// The number with its word: `1 minute`, `2 minutes`.
  package func counted(_ word: String) -> String { "\(self) \(word)\(self == 1 ? "" : "s")" }
}
