import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel

/// How a shield looks on a terminal.
enum ShieldTexts {
  /// What `shield show` says.
  static func shield(_ report: ShieldReport, _ style: Style) -> String {
    guard report.shielded else { return "\(report.app.rawValue) is not shielded." }
    let buttons = [report.content.primaryButton, report.content.secondaryButton].compactMap(\.self)
    let lines = [
      report.content.title.map(style.heading), report.content.subtitle,
      buttons.isEmpty ? nil : buttons.map { "[ \($0) ]" }.joined(separator: "  "),
    ]
    return lines.compactMap(\.self).joined(separator: "\n")
  }

  /// What `shield press` says.
  static func press(_ reply: AppPress.Reply, _ style: Style) -> String {
    let outcome =
      switch reply.response {
      case .none: "The shield stays."
      case .close: "The app closes."
      case .defer: "The shield is worked out anew."
      }
    let counts = reply.opens.naturallySorted(by: \.key).map {
      "  \($0.key): \($0.value) opened today"
    }
    return ([outcome] + counts).joined(separator: "\n")
  }
}
