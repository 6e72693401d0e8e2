import Arguments

/// A program with all that a command line can have, much as `openapplock` has it.
enum Example {
  enum Enforcement: String, CaseIterable, Sendable {
    case auto
    case none
  }

  static let state = Option("state", "DIR", "Where the instance keeps everything", .text)
  static let json = Flag("json", "Prints JSON")
  static let name = Positional("NAME", "The rule's name", .text)
  static let file = RepeatedPositional("FILE", "A scenario", .text)
  static let body = OptionalPositional("JSON", "The message", .text)
  static let minutes = RequiredOption(
    "minutes", "N", "Minutes of use a day", .integer(in: 1...1440))
  static let from = RequiredOption("from", "HH:MM", "When the window opens", .text)
  static let preset = Option("preset", "NAME", "A ready-made rule to start from", .text)
  static let list = Option("list", "LIST", "The apps and sites that the rule is for", .text)
  static let hard = Flag(
    "hard", "While the rule blocks, it can be neither changed nor paused, and no list can be edited"
  )
  static let app = RepeatedOption("app", "APP", "An app by its desktop id or path", .text)
  static let enforce =
    Option("enforce", "WORD", "What to enforce: auto or none", .choice)
    as Option<Enforcement>
  static let prompt = Option("prompt", "on|off", "Whether to ask", .onOff)

  static let program = Program<String>(
    Command(
      "lock", "Locks apps and sites by rules",
      subcommands: [
        Command("status", "Shows what is blocked", does: "status") {},
        Command("rule", "Works with rules", subcommands: [add]),
        Command("play", "Plays scenarios", does: "play") { file },
        Command("call", "Sends a message", does: "call") {
          Positional("TYPE", "The message's name", .word(of: ["ping", "pong"]))
          body
        },
        Command(
          "up", "Starts everything", details: "Everything runs in the foreground until Ctrl-C.",
          does: "up"
        ) {
          enforce
          prompt
          app
        },
      ]
    ) {
      state
      json
    },
    version: "1.2.3")

  private static let add = Command(
    "add", "Adds a rule",
    does: "add",
    subcommands: [
      Command("schedule", "Adds a rule for certain hours", does: "schedule") {
        name
        from
        shared
        ForeignOption(minutes, "belongs to time-limit rules")
      },
      Command("time-limit", "Adds a rule for a daily budget", does: "time-limit") {
        name
        minutes
        shared
        ForeignOption(from, "belongs to schedule rules")
      },
    ]
  ) {
    preset
    list
  }

  private static let shared: [any CommandMember] = [list, hard]

  /// What a line is read as: the action and its arguments, or the text.
  static func parse(_ line: String) throws(UsageError) -> Program<String>.Wish {
    try program.parse(line.split(separator: " ").map(String.init))
  }

  /// The arguments of a line that is right.
  static func arguments(_ line: String) throws -> ParsedArguments {
    guard case .action(_, let arguments, _) = try parse(line) else {
      throw UsageError("\(line) asks for a text")
    }
    return arguments
  }

  /// The text that a line asks for.
  static func text(_ line: String) throws -> String? {
    if case .text(let text) = try parse(line) { text } else { nil }
  }
}
