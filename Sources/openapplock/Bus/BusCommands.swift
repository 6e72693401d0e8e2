import Arguments

/// The command `openapplock bus …`: the messages between the processes.
enum BusCommands {
  /// The group.
  static let command = Command<Action>(
    "bus", "Shows, drives, records and replays the messages between the processes",
    details: """
      Root and the account that the services run as see every message, somebody at the desktop his own \
      programs' only, anybody else none. Fields that are secret are shown to nobody.
      """,
    subcommands: [
      MessagesCommand.command,
      PeersCommand.command,
      MonitorCommand.command,
      RecordCommand.command,
      ReplayCommand.command,
      CallCommand.command,
    ])
}
