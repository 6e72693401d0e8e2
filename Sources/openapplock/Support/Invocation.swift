import Arguments
import Bus
import OpenAppLockProtocol

/// What a command is given: what was typed, which instance it is about, and where it writes.
struct Invocation {
  /// What was typed.
  let arguments: ParsedArguments
  /// The instance.
  let instance: Instance
  /// Where it writes.
  let output: Output

  /// Asks the app and prints the answer.
  func show<R: BusRequest>(
    _ request: R, _ text: (R.Reply, Style) -> String
  ) throws {
    output.show(try instance.askApp(request), text: text)
  }
}

/// What a command does.
typealias Action = @Sendable (Invocation) throws -> Void

extension ParsedArguments {
  /// Which of two opposite flags was typed; `nil` for neither.
  ///
  /// - Throws: a usage error for both, which calls them `words`.
  func choice(_ yes: Flag, _ no: Flag, _ words: String) throws(UsageError) -> Bool? {
    switch (isSet(yes), isSet(no)) {
    case (true, true):
      throw UsageError("\(words) exclude each other")
    case (true, false): return true
    case (false, true): return false
    case (false, false): return nil
    }
  }
}
