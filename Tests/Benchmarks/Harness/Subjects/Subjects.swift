import Glibc

/// What this program is when the harness starts it to be measured: our side of each comparison.
enum Subjects {
  /// Is the subject that the arguments name; answers the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      switch (arguments.first, arguments.dropFirst().first) {
      case ("bus-server", let socket?): try BusSubject.serve(at: socket)
      case ("bus-client", let socket?): try BusSubject.measure(at: socket)
      case ("guard", let program?):
        try GuardSubject.serve(guardProgram: program, files: Array(arguments.dropFirst(2)))
      default: throw BenchmarkError.failed("no subject is called \(arguments)")
      }
      return 0
    } catch {
      let text = Array("\(error)\n".utf8)
      _ = unsafe write(STDERR_FILENO, text, text.count)
      return 1
    }
  }
}
