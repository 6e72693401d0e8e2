/// The exit codes of all our programs.
package enum ExitCode {
  /// Done.
  package static let done: Int32 = 0
  /// Refused or failed.
  package static let failed: Int32 = 1
  /// The command line is wrong.
  package static let usage: Int32 = 64
  /// The service can't be reached.
  package static let unavailable: Int32 = 69
}
