import Arguments
import FamilyDevice
import FamilyShared
import ScreenTimeModel

/// Says which apps the policy is about: `family-device select`.
enum SelectCommand {
  private static let code = RequiredOption(
    "code", "CODE", "A configuration code for this machine from the family's page", .text)
  private static let apps = RepeatedOption(
    "app", "APP", "An app, by its desktop id or its executable's absolute path; once for each",
    .text)
  private static let none = Flag("none", "The policy is about no app any more: nothing is limited")

  static let command = Command<ProgramAction>(
    "select", "Chooses the apps that the policy is about; those named replace the ones before",
    details: """
      A code opens one short setup session, for this command only. Without --app and --none the apps are \
      asked for until the session ends.
      """,
    does: { typed in
      let named = try typed.values(of: apps).map(Self.app)
      guard named.isEmpty || !typed.isSet(none) else {
        throw UsageError("--app and --none are opposites")
      }
      let device = try Place(typed).device()
      // What is typed wrong is said before the code is used up.
      try device.checkApps(named)
      let session = try device.openSetup(code: try typed.value(of: code))
      if named.isEmpty, !typed.isSet(none) {
        try converse(on: device, in: session)
      } else {
        try device.select(named, in: session)
      }
      // What the server said may be what was lost; and a parent sees at once what came of this.
      try SyncCommands.syncAndSay(device)
    }
  ) {
    Place.state
    Place.service
    code
    apps
    none
  }

  private static func app(_ text: String) throws -> ApplicationToken {
    do {
      return try ApplicationToken(parsing: text)
    } catch {
      throw UsageError("--app: \(error)")
    }
  }

  /// Adds and takes away, one app a line.
  private static func converse(on device: ChildDevice, in session: SetupSession) throws {
    var chosen = (try? device.state().selection) ?? []
    print("An app adds it, -APP takes it away, an empty line ends. Chosen now:")
    show(chosen)
    while let line = Terminal.ask("> ") {
      let typed = line.trimmingPrefix { $0 == " " }
      guard !typed.isEmpty else { break }
      let isRemoval = typed.hasPrefix("-")
      do {
        let token = try ApplicationToken(parsing: String(isRemoval ? typed.dropFirst() : typed))
        let wanted = chosen.filter { $0 != token } + (isRemoval ? [] : [token])
        try device.select(wanted, in: session)
        chosen = try device.state().selection
        show(chosen)
      } catch let error as DeviceError where error.code != .invalid {
        throw error
      } catch {
        print("Not taken: \(error).")
      }
    }
  }

  private static func show(_ apps: [ApplicationToken]) {
    print(apps.isEmpty ? "  none" : apps.map { "  \($0.rawValue)" }.joined(separator: "\n"))
  }
}
