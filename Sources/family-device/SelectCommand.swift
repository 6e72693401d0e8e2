import Arguments
import FamilyDevice
import ScreenTimeModel

/// Says which apps the policy is about: `family-device select`.
enum SelectCommand {
  private static let code = RequiredOption(
    "code", "CODE", "A configuration code for this machine from the family's page", .text)
  private static let apps = RepeatedOption(
    "app", "APP", "An app, by its desktop id or its executable's absolute path; once for each",
    .text)

  static let command = Command<ProgramAction>(
    "select", "Chooses the apps that the policy is about; those named replace the ones before",
    does: { typed in
      let apps = try typed.values(of: apps).map { text in
        do {
          return try ApplicationToken(parsing: text)
        } catch {
          throw UsageError("--app: \(error)")
        }
      }
      let device = try Place(typed).device()
      try device.select(apps, code: try typed.value(of: code))
      print(StatusCommand.line(try device.status(), try device.state()))
    }
  ) {
    Place.state
    Place.service
    code
    apps
  }
}
