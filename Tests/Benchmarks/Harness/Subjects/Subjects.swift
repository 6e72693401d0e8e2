import Glibc

/// What this program is when the harness starts it to be measured: our side of each comparison.
enum Subjects {
  /// Is the subject that the arguments name; answers the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      guard let name = arguments.first else { throw BenchmarkError.failed("no subject is named") }
      try run(name, Array(arguments.dropFirst()))
      return 0
    } catch {
      let text = Array("\(error)\n".utf8)
      _ = unsafe write(STDERR_FILENO, text, text.count)
      return 1
    }
  }

  private static func run(_ name: String, _ arguments: [String]) throws {
    switch (name, arguments.count) {
    case ("bus-server", 1): try BusSubject.serve(at: arguments[0])
    case ("bus-client", 1): try BusSubject.measure(at: arguments[0])
    case ("bus-reader", 1): try TapSubject.read(at: arguments[0])
    case ("guard", 1...):
      try GuardSubject.serve(guardProgram: arguments[0], files: Array(arguments.dropFirst()))
    case ("extension-warm", 3):
      try ExtensionSubject.warm(
        arguments[0], socket: arguments[1], groupDirectory: arguments[2])
    case ("extension-cold", 3):
      try ExtensionSubject.cold(
        arguments[0], socket: arguments[1], groupDirectory: arguments[2])
    case ("update-text", 1): try ReplaceSubject.measureUpdate(in: arguments[0])
    case ("update-records", 1): try ReplaceSubject.measureRecords(in: arguments[0])
    case ("rule-states", 0): try RuleStatesSubject.measure()
    case ("rule-ledger", 1): try RuleLedgerSubject.measure(in: arguments[0])
    case ("rule-year", 1): try RuleYearSubject.measure(days: arguments[0])
    case ("replace-text", 1): try ReplaceSubject.measureReplace(in: arguments[0])
    default: throw BenchmarkError.failed("no subject is called \"\(name)\" with such arguments")
    }
  }
}
