/// What a program that has ended left behind.
package struct ProgramResult: Hashable, Sendable {
  /// How it ended.
  package let status: ExitStatus
  /// What it wrote to standard output.
  package let out: String
  /// What it wrote to standard error.
  package let err: String
}

/// Runs a program to its end and hands back what it left.
///
/// - Throws: when it can't be started, and when it doesn't end in time; it is killed then.
package func runToEnd(
  _ program: String, _ arguments: [String] = [], input: String = "",
  environment: [String: String?] = [:],
  within limit: Duration = .seconds(30)
) throws -> ProgramResult {
  let scratch = try Scratch("run")
  defer { scratch.cleanUp() }
  let process = try scratch.start(
    program, arguments, input: input, environment: environment)
  let status = try process.waitForExit(within: limit)
  return ProgramResult(status: status, out: process.output, err: process.errors)
}
