/// Goes through a command line once, from the front.
///
/// The first mistake is kept and the rest is still read: a `--help` behind it counts.
struct CommandLineParser<Action> {
  /// What the line asks for.
  enum Outcome {
    case command
    case help
    case version
  }

  /// The program's command, and below it those that were typed.
  private(set) var chain: [Command<Action>]
  private var values: [String: [String]] = [:]
  private var positionals: [String] = []
  private var mistake: UsageError?
  /// Whether something was typed that only the present command takes: no command below it can follow.
  private var isSettled = false

  init(root: Command<Action>) {
    chain = [root]
  }

  /// Reads all arguments.
  mutating func read(_ arguments: [String]) -> Outcome {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--":
        for argument in rest { readPositional(argument) }
        rest = []
      case "--help", "-h": return .help
      case "--version": return .version
      default:
        if argument.hasPrefix("-"), argument != "-" {
          readOption(argument, &rest)
        } else {
          readWord(argument)
        }
      }
    }
    return .command
  }

  /// The typed command's action and the values by title; the first mistake is thrown.
  func finish() throws(UsageError) -> (Action, [String: [String]]) {
    if let mistake { throw mistake }
    guard let action = command.action else {
      throw UsageError("\(name) needs a command", hint: helpHint)
    }
    let values = try assignPositionals()
    for parameter in command.parameters + options
    where parameter.isRequired && values[parameter.title] == nil {
      throw UsageError("\(parameter.title) is missing", hint: usageHint)
    }
    return (action, values)
  }

  private var command: Command<Action> { chain[chain.count - 1] }
  private var name: String { chain.map(\.name).joined(separator: " ") }
  private var helpHint: String { "`\(name) --help` says what it takes" }
  private var usageHint: String { "usage: " + HelpText(chain).usage }

  /// What may be typed with two hyphens here; a command's own come before those above it.
  private var options: [Parameter] {
    command.parameters.filter { !$0.isPositional }
      + chain.dropLast().reversed().flatMap(\.inheritedParameters)
  }

  private mutating func fail(_ error: UsageError) {
    mistake = mistake ?? error
  }

  /// A word without hyphens: the name of a command below, or a positional value.
  private mutating func readWord(_ word: String) {
    guard !isSettled, !command.subcommands.isEmpty else { return readPositional(word) }
    if let subcommand = command.subcommands.first(where: { $0.name == word }) {
      chain.append(subcommand)
    } else if command.parameters.contains(where: \.isPositional) {
      readPositional(word)
    } else {
      let nearest = Nearest.name(to: word, in: command.subcommands.map(\.name))
      fail(
        UsageError(
          "\(name) has no command \"\(word)\"",
          hint: nearest.map { "did you mean \"\($0)\"?" } ?? helpHint))
    }
  }

  private mutating func readPositional(_ text: String) {
    positionals.append(text)
    isSettled = true
  }

  private mutating func readOption(_ argument: String, _ rest: inout ArraySlice<String>) {
    let (spelled, attached) = Self.split(argument)
    guard let parameter = options.first(where: { $0.title == spelled }) else {
      let nearest = Nearest.name(to: spelled, in: options.filter(\.isShown).map(\.title))
      let hint = nearest.map { "did you mean \($0)?" } ?? helpHint
      return fail(UsageError("\(name) has no option \(spelled)", hint: hint))
    }
    if command.action != nil { isSettled = true }
    switch parameter.kind {
    case .foreign(let sentence):
      fail(UsageError("\(parameter.title) \(sentence)", hint: helpHint))
    case .flag:
      guard attached == nil else {
        return fail(UsageError("\(parameter.title) takes no value", hint: helpHint))
      }
      note("", for: parameter)
    case .option, .positional:
      guard let value = attached ?? Self.popValue(&rest) else {
        return fail(
          UsageError("\(parameter.title) needs a value", hint: "write \(parameter.spelling)"))
      }
      note(value, for: parameter)
    }
  }

  /// What follows an option is its value, unless that is an option itself; such a value can be written
  /// with an equals sign.
  private static func popValue(_ rest: inout ArraySlice<String>) -> String? {
    guard let next = rest.first, !next.hasPrefix("--") else { return nil }
    return rest.removeFirst()
  }

  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
      return (argument, nil)
    }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }

  private mutating func note(_ value: String, for parameter: Parameter) {
    guard parameter.isRepeated || values[parameter.title] == nil else {
      return fail(UsageError("\(parameter.title) is given twice", hint: helpHint))
    }
    do throws(UsageError) {
      try Self.check(value, parameter)
      values[parameter.title, default: []].append(value)
    } catch {
      fail(error)
    }
  }

  private static func check(_ value: String, _ parameter: Parameter) throws(UsageError) {
    do {
      try parameter.check(value)
    } catch {
      throw UsageError("\(parameter.title): \(error)", hint: (error as? UsageError)?.hint)
    }
  }

  /// Gives the positional values their places.
  private func assignPositionals() throws(UsageError) -> [String: [String]] {
    var values = values
    var rest = positionals[...]
    for parameter in command.parameters where parameter.isPositional {
      let taken = parameter.isRepeated ? rest : rest.prefix(1)
      rest = rest.dropFirst(taken.count)
      for value in taken { try Self.check(value, parameter) }
      if !taken.isEmpty { values[parameter.title] = Array(taken) }
    }
    if let extra = rest.first {
      throw UsageError("\"\(extra)\" is one argument too many", hint: usageHint)
    }
    return values
  }
}
