import Arguments
import FamilyDevice
import Glibc

/// The program's life: arguments in, an action, an exit status out.
enum FamilyDeviceProgram {
  static let version = "0.1.0"
  static let name = "family-device"

  private static let program = Program<ProgramAction>(
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
    umask(0o077)
    return program.run(arguments, as: name) { error in
      (error as? DeviceError).map(failure) ?? ProgramFailure("\(error)")
    }
  }

  /// Says what went wrong in a program that goes on.
  static func say(_ error: DeviceError) { failure(error).say(as: name) }

  private static func failure(_ error: DeviceError) -> ProgramFailure {
    let exitCode =
      switch error.code {
      case .unavailable, .serverUnreachable: ExitCode.unavailable
      case .invalid: ExitCode.usage
      default: ExitCode.failed
      }
    return ProgramFailure(error.message, hint: error.hint, exitCode: exitCode)
  }
}
