/// What the command line asks for.
struct Options {
  /// How the program is called.
  static let usage = """
    usage: benchmarks [--quick] [--only NAME]… [--json FILE] [--references DIR]

    Measures against references written in C, pair by pair, and prints ratios.

      --quick           fewer pairs: a quarter of a minute instead of one
      --only NAME       only this benchmark; may be repeated
      --json FILE       writes the figures to FILE as well
      --references DIR  where the C programs are (default: benchmark-references beside this program)

    """

  /// Whether fewer pairs are enough.
  var isQuick = false
  /// The benchmarks asked for; empty for all.
  var only: [String] = []
  /// Where to write the figures as JSON.
  var jsonPath: String?
  /// Where the C programs are.
  var references: String?
  /// Whether only help was asked for.
  var wantsHelp = false

  /// Reads the arguments after the program's name.
  ///
  /// - Throws: `UsageError` that names the argument.
  init(parsing arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--help": wantsHelp = true
      case "--only": only.append(try Options.value(of: argument, in: &rest))
      case "--json": jsonPath = try Options.value(of: argument, in: &rest)
      case "--references": references = try Options.value(of: argument, in: &rest)
      default: throw UsageError(message: "unknown argument \"\(argument)\"")
      }
    }
  }

  private static func value(
    of option: String, in rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst() else {
      throw UsageError(message: "\"\(option)\" needs a value")
    }
    return value
  }
}

/// A command line that says nothing that can be done.
struct UsageError: Error {
  /// What is wrong with it.
  let message: String
}
