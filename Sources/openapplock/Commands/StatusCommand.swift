import Arguments
import OpenAppLockProtocol

/// The command `openapplock status`.
enum StatusCommand {
  /// The command.
  static let command = Command<Action>(
    "status", "Shows what blocks, what was used, and what is not enforced or not trusted",
    does: { try $0.show(AppStatus(), StatusText.text) })
}
