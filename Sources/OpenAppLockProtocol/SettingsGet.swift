package import Bus

/// Tells the settings.
///
/// Changes nothing.
package struct SettingsGet: BusRequest {
  /// Makes the request.
  package init() {}

  package typealias Reply = SettingsReport

  package static let name: MessageName = "settings.get"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .read,
    repeatable: true,
    summary: "Tells the settings.")
  package static var example: SettingsGet {
    SettingsGet()
  }
  package static var exampleReply: Reply {
    SettingsReport(uninstallProtection: true, supervisedUsers: .byDefault)
  }
  package static let replyFields: [Field] = Shapes.settings
  package static let errors: [MessageError] = [
    MessageError(.damaged, "the rules' file is damaged or a newer program's")
  ]
}
