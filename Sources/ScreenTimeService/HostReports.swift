/// Where the extension host says what is wrong with an extension.
struct HostReports {
  /// Notes a fault: a word for programs, a sentence for people.
  let fault: (_ code: String, _ message: String) -> Void
  /// Takes a fault back: what was wrong has been put right.
  let clear: (_ code: String, _ message: String) -> Void
}
