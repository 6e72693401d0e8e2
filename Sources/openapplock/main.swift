import Arguments
import Glibc
import OpenAppLock

/// What the program can do, one file each.
let program = Program<Action>(
  Command(
    "openapplock", "Locks apps and sites by rules",
    details: """
      A rule or list goes by its name, or by its id or the beginning of it; an app by its desktop id or by \
      the absolute path of its executable. Exit status: 0 done, 1 refused or failed, 64 usage, 69 a service \
      can't be reached.
      """,
    subcommands: [
      UpCommand.command,
      ServeCommand.command,
      StatusCommand.command,
      PreviewCommands.week,
      RuleCommands.command,
      ListCommands.command,
      AppsCommand.command,
      SettingsCommands.command,
      ShieldCommands.command,
      SimulateCommand.command,
      BusCommands.command,
      ClockCommands.command,
      DoctorCommand.command,
    ]
  ) {
    GlobalOptions.state
    GlobalOptions.json
  },
  version: openAppLockVersion)

exit(CommandLineRun(program, .ofThisProcess()).run().rawValue)
