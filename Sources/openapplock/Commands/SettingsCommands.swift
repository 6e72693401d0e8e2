import Arguments
import OpenAppLockProtocol

/// The command `openapplock settings …`.
enum SettingsCommands {
  /// The group.
  static let command = Command<Action>(
    "settings", "Shows and changes settings", subcommands: [get, set])

  /// The settings, by the names that people type.
  private enum Key: String, CaseIterable {
    case uninstallProtection = "uninstall-protection"
    case supervisedUsers = "supervised-users"
  }

  private static let key = Positional(
    "KEY", "uninstall-protection or supervised-users", ValueParser<Key>.choice)
  private static let value = Positional(
    "VALUE", "on or off; for supervised-users accounts such as anna,1001, or default", .text)

  private static let get = Command<Action>(
    "get", "Shows the settings", does: { try $0.show(SettingsGet(), text) })

  private static let set = Command<Action>(
    "set", "Changes a setting",
    details: """
      uninstall-protection: while it is on, apps can't be removed while a hard rule blocks.
      supervised-users: whose programs are watched and blocked.
      """,
    does: { invocation in
      let text = try invocation.arguments.value(of: value)
      let request =
        switch try invocation.arguments.value(of: key) {
        case .uninstallProtection: SettingsSet(uninstallProtection: try onOff(text))
        case .supervisedUsers: SettingsSet(supervisedUsers: try Accounts.parse(text))
        }
      try invocation.show(request) { stored, style in
        SettingsCommands.text(stored.value, style)
          + RuleTexts.notEnforced(stored.notEnforced, style)
      }
    }
  ) {
    key
    value
  }

  private static func onOff(_ text: String) throws -> Bool {
    do {
      return try ValueParser.onOff.parse(text)
    } catch {
      throw UsageError("VALUE: \(error)")
    }
  }

  private static func text(_ settings: SettingsReport, _ style: Style) -> String {
    let users =
      switch settings.supervisedUsers {
      case .byDefault: "default"
      case .only(let ids): ids.map(String.init).joined(separator: ",")
      }
    return """
      uninstall-protection  \(settings.uninstallProtection ? "on" : "off")
      supervised-users      \(users)
      """
  }
}
