import Glibc

/// How a program says that it could not do what it was asked.
package struct ProgramFailure: Error, Sendable {
  /// The program's exit code.
  package let exitCode: Int32
  /// What went wrong, in one line.
  package let message: String
  /// What there is to do.
  package let hint: String?

  /// Makes a failure.
  package init(_ message: String, hint: String? = nil, exitCode: Int32 = ExitCode.failed) {
    self.message = message
    self.hint = hint
    self.exitCode = exitCode
  }

  /// Says it on standard error, with the program's name before it.
  package func say(as program: String) {
    let text = UsageError(message, hint: hint).text(program: program)
    // Nobody is left to be told when even this fails.
    _ = unsafe write(STDERR_FILENO, text, text.utf8.count)
  }
}
