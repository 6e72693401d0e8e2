/// Says why a command was refused or failed, and what there is to do.
struct Failure: Error {
  /// What went wrong.
  let message: String
  /// What to do about it.
  let hint: String

  /// Makes a failure.
  init(_ message: String, hint: String) {
    self.message = message
    self.hint = hint
  }
}
