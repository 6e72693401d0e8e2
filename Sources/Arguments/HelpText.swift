/// A command's help: what it does, how it is typed, and what each part means.
struct HelpText {
  private static let width = 80
  private static let mostForSpelling = 26

  private let path: String
  private let summary: String
  private let details: String
  private let isRunnable: Bool
  private let parameters: [Parameter]
  private let inherited: [Parameter]
  private let subcommands: [(name: String, summary: String)]

  /// Makes the help of the last command in a chain.
  init<Action>(_ chain: [Command<Action>]) {
    let command = chain[chain.count - 1]
    path = chain.map(\.name).joined(separator: " ")
    summary = command.summary
    details = command.details
    isRunnable = command.action != nil
    parameters = command.parameters.filter(\.isShown)
    let own = Set(command.parameters.map(\.title))
    inherited = chain.dropLast().flatMap(\.inheritedParameters).filter {
      $0.isShown && !own.contains($0.title)
    }
    subcommands = command.subcommands.map { ($0.name, $0.summary) }
  }

  /// How the command is typed, in one line.
  var usage: String {
    let positionals = parameters.filter(\.isPositional).map(\.usage)
    let required = parameters.filter { !$0.isPositional && $0.isRequired }.map(\.usage)
    let others = parameters.filter { !$0.isPositional && !$0.isRequired }
    // Many options would hide what has to be typed.
    let optional = others.count > 4 ? ["[options]"] : others.map(\.usage)
    let below = subcommands.isEmpty ? [] : [isRunnable ? "[COMMAND …]" : "COMMAND …"]
    return ([path] + positionals + required + optional + below).joined(separator: " ")
  }

  /// The whole text.
  var text: String {
    var parts = [summary + ".", "Usage: " + usage]
    if !details.isEmpty { parts.append(Self.wrap(details, to: Self.width).joined(separator: "\n")) }
    parts += [
      section("Commands", subcommands.map { ($0.name, $0.summary) }),
      section("Arguments", rows(parameters.filter(\.isPositional))),
      section("Options", rows(parameters.filter { !$0.isPositional })),
      section(
        "Options of every command",
        rows(inherited) + [
          ("--help", "Shows this text"), ("--version", "Shows the program's version"),
        ]),
    ].compactMap { $0 }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func rows(_ parameters: [Parameter]) -> [(String, String)] {
    parameters.map { parameter in
      let again = parameter.isRepeated && !parameter.isPositional ? "; may be given again" : ""
      return (parameter.spelling, parameter.help + again)
    }
  }

  private func section(_ title: String, _ rows: [(String, String)]) -> String? {
    guard !rows.isEmpty else { return nil }
    let longest = rows.map(\.0.count).max() ?? 0
    let column = min(longest, Self.mostForSpelling) + 4
    let indent = String(repeating: " ", count: column)
    let lines = rows.flatMap { spelling, help in
      var lines = Self.wrap(help, to: Self.width - column).map { indent + $0 }
      if spelling.count <= column - 4, let first = lines.first {
        let gap = String(repeating: " ", count: column - 2 - spelling.count)
        lines[0] = "  " + spelling + gap + first.dropFirst(column)
      } else {
        lines.insert("  " + spelling, at: 0)
      }
      return lines
    }
    return ([title + ":"] + lines).joined(separator: "\n")
  }

  /// Breaks a text between words; a line feed in it stays one.
  private static func wrap(_ text: String, to width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      var lines = [""]
      for word in paragraph.split(separator: " ") {
        let line = lines[lines.count - 1]
        if line.isEmpty {
          lines[lines.count - 1] = String(word)
        } else if line.count + 1 + word.count <= width {
          lines[lines.count - 1] = line + " " + word
        } else {
          lines.append(String(word))
        }
      }
      return lines
    }
  }
}
