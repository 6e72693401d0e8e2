import Arguments
import CivilTime
import Database
import EventLoop
import FamilyServer
import Glibc
import HTTPServer

/// The program's life: arguments in, an action, an exit status out.
enum FamilyServerProgram {
  static let version = "0.1.0"
  static let name = "family-server"

  /// What a command does with what was typed.
  typealias Action = @Sendable (ParsedArguments) throws -> Void

  private static let program = Program<Action>(
    Command(
      name, "Keeps families' policies and rewards",
      details: """
        Exit status: 0 done, 1 refused or failed, 64 usage. A token is shown when it is made; only its hash is \
        kept beside the file that the first family's token lies in.
        """,
      subcommands: [ServeCommand.command, TokenCommand.command, FamilyCommands.command]),
    version: version)

  static func main(_ arguments: [String]) -> Int32 {
    do {
      switch try program.parse(arguments) {
      case .text(let text):
        print(text, terminator: "")
        return ExitCode.done
      case .action(let action, let typed, _):
        return run { try action(typed) }
      }
    } catch {
      complain(error.text(program: name))
      return ExitCode.usage
    }
  }

  private static func run(_ action: () throws -> Void) -> Int32 {
    umask(0o077)
    do {
      try action()
      return ExitCode.done
    } catch let error as UsageError {
      complain(error.text(program: name))
      return ExitCode.usage
    } catch let error as Failure {
      return refuse(error.message, hint: error.hint)
    } catch {
      return refuse("\(error)")
    }
  }

  private static func refuse(_ message: String, hint: String? = nil) -> Int32 {
    complain("\(name): \(message)\n" + (hint.map { "hint: \($0)\n" } ?? ""))
    return ExitCode.failed
  }

  private static func complain(_ text: String) {
    // Nobody is left to be told when even this fails.
    _ = unsafe write(STDERR_FILENO, text, text.utf8.count)
  }
}
