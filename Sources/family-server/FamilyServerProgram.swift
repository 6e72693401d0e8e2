import Arguments
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
    return program.run(arguments, as: name)
  }
}
