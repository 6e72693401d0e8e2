/// What a command of a small program does with what was typed.
package typealias ProgramAction = @Sendable (ParsedArguments) throws -> Void

extension Program where Action == ProgramAction {
  /// Reads a command line, does what was typed, and says what went wrong.
  ///
  /// - Parameters:
  ///   - arguments: what was typed, without the program's own name.
  ///   - name: the program's name.
  ///   - failure: reads what else an action threw than a failure or a wrong use.
  /// - Returns: the exit code.
  package func run(
    _ arguments: [String], as name: String,
    reading failure: (any Error) -> ProgramFailure = { ProgramFailure("\($0)") }
  ) -> Int32 {
    do {
      switch try parse(arguments) {
      case .text(let text): print(text, terminator: "")
      case .action(let action, let typed, _): try action(typed)
      }
      return ExitCode.done
    } catch {
      let what = Self.known(error) ?? failure(error)
      what.say(as: name)
      return what.exitCode
    }
  }

  private static func known(_ error: any Error) -> ProgramFailure? {
    if let usage = error as? UsageError {
      return ProgramFailure(usage.message, hint: usage.hint, exitCode: ExitCode.usage)
    }
    return error as? ProgramFailure
  }
}
