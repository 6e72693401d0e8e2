import Arguments
import FamilyDevice
import Glibc

/// The program's life: arguments in, an action, an exit status out.
enum FamilyDeviceProgram {
  static let version = "0.1.0"
  static let name = "family-device"

  /// What a command does with what was typed.
  typealias Action = @Sendable (ParsedArguments) throws -> Void

  private static let program = Program<Action>(
    Command(
      name, "Makes a family's policy hold on a child's machine",
      details: """
        Without the server the machine goes on with what it knows. Exit status: 0 done, 1 refused or failed, \
        64 usage, 69 the Screen Time service or the server can't be reached.
        """,
      subcommands: [
        PairCommands.pair, SyncCommands.sync, SyncCommands.run, StatusCommand.command,
        ChallengeCommand.command, SelectCommand.command, PairCommands.replace,
      ]),
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
    } catch let error as DeviceError {
      say(error)
      switch error.code {
      case .unavailable, .serverUnreachable: return ExitCode.unavailable
      case .invalid: return ExitCode.usage
      default: return ExitCode.failed
      }
    } catch {
      complain("\(name): \(error)\n")
      return ExitCode.failed
    }
  }

  /// Says what went wrong, and what there is to do.
  static func say(_ error: DeviceError) {
    complain("\(name): \(error.message)\n" + (error.hint.map { "hint: \($0)\n" } ?? ""))
  }

  private static func complain(_ text: String) {
    // Nobody is left to be told when even this fails.
    _ = unsafe write(STDERR_FILENO, text, text.utf8.count)
  }
}
