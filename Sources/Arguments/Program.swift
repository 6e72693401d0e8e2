/// A program: its command and its version.
package struct Program<Action> {
  private let root: Command<Action>
  private let version: String

  /// Declares a program; its name is the command's.
  package init(_ root: Command<Action>, version: String) {
    self.root = root
    self.version = version
  }

  /// What somebody wants who typed a command line.
  package enum Wish {
    /// To have a command's action done with these arguments; `path` names the command,
    /// `["rule", "add"]`.
    case action(Action, ParsedArguments, path: [String])
    /// To read this text (help or the version); the program prints it and is done.
    case text(String)
  }

  /// Reads a command line, without the program's own name.
  ///
  /// `--help` beats every mistake that stands beside it.
  ///
  /// - Throws: what is wrong with it; everything typed has been checked before an action is handed out.
  package func parse(_ arguments: [String]) throws(UsageError) -> Wish {
    var parser = CommandLineParser(root: root)
    switch parser.read(arguments) {
    case .help: return .text(HelpText(parser.chain).text)
    case .version: return .text("\(root.name) \(version)\n")
    case .command: break
    }
    let (action, values) = try parser.finish()
    return .action(
      action, ParsedArguments(values: values), path: parser.chain.dropFirst().map(\.name))
  }
}

extension Program: Sendable where Action: Sendable {}
extension Program.Wish: Sendable where Action: Sendable {}
