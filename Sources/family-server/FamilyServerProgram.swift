import Arguments
import Database
import Glibc

/// The program's life: arguments in, an action, an exit status out.
enum FamilyServerProgram {
  static let version = "0.1.0"
  static let name = "family-server"

  private static let program = Program<ProgramAction>(
    Command(
      name, "Keeps families' policies and rewards",
      details: """
        Exit status: 0 done, 1 refused or failed, 64 usage. A token is shown when it is made; only its hash is \
        kept beside the file that the first family's token lies in.
        """,
      subcommands: [ServeCommand.command, TokenCommand.command, FamilyCommands.command]),
    version: version)

  static func main(_ arguments: [String]) -> Int32 {
    umask(0o077)
    return program.run(arguments, as: name, reading: failure)
  }

  private static func failure(_ error: any Error) -> ProgramFailure {
    ProgramFailure("\(error)", hint: (error as? SQLError).flatMap(hint))
  }

  private static func hint(for error: SQLError) -> String? {
    switch error.code {
    case .damaged:
      "nothing was changed; put a copy of the database in its place, or move it away to start anew"
    case .newer: "update family-server; nothing was changed"
    case .unreachable: "is the database there, and may this account use it?"
    case .full: "make room, and start again"
    case .conflict: "another process was in the way; try again"
    case .constraint, .failed: nil
    }
  }
}
