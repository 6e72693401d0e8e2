import Arguments
import OpenAppLockProtocol
import ScreenTimeModel

/// The command `openapplock shield …`.
enum ShieldCommands {
  private static let app = Positional(
    "APP", "The app: desktop id, or absolute path of an executable", .app)
  private static let primary = Flag(
    "primary", "Presses the first button instead, which closes the app")

  /// The group.
  static let command = Command<Action>(
    "shield", "Shows and presses the shield of an app",
    subcommands: [
      Command(
        "show", "Shows what the shield of an app says now",
        does: { invocation in
          try invocation.show(
            AppShield(app: try invocation.arguments.value(of: app)), ShieldTexts.shield)
        }
      ) {
        app
      },
      Command(
        "press", "Presses the shield's second button, \"Open\"",
        does: { invocation in
          let request = AppPress(
            app: try invocation.arguments.value(of: app),
            action: invocation.arguments.isSet(primary)
              ? .primaryButtonPressed : .secondaryButtonPressed)
          try invocation.show(request, ShieldTexts.press)
        }
      ) {
        app
        primary
      },
    ])
}
