package import Bus

/// Changes settings; what isn't said stays.
///
/// Refused with `hardMode` while a hard rule blocks and it would open a way around it: turning uninstall
/// protection off, or changing who is supervised (decision U3).
package struct SettingsSet: BusRequest {
  /// Whether apps can't be removed while a hard rule blocks.
  package let uninstallProtection: Bool?
  /// Whose programs are watched and blocked.
  package let supervisedUsers: SupervisedUsers?

  /// Makes the request.
  package init(uninstallProtection: Bool? = nil, supervisedUsers: SupervisedUsers? = nil) {
    self.uninstallProtection = uninstallProtection
    self.supervisedUsers = supervisedUsers
  }

  package typealias Reply = Stored<SettingsReport>

  package static let name: MessageName = "settings.set"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .change,
    repeatable: true,
    summary: "Changes settings; what is not said stays.")
  package static var example: SettingsSet {
    SettingsSet(uninstallProtection: true)
  }
  package static var exampleReply: Reply {
    Stored(SettingsReport(uninstallProtection: true, supervisedUsers: .byDefault))
  }
  package static let fields: [Field] = [
    .optional(
      "uninstallProtection", .boolean, "Whether apps can't be removed while a hard rule blocks."),
    .optional("supervisedUsers", Shapes.supervisedUsers, "Whose programs are watched and blocked."),
  ]
  package static let replyFields: [Field] = Shapes.stored(Shapes.settings)
  package static let errors: [MessageError] = [
    MessageError(.hardMode, "a hard rule blocks now"),
    MessageError(.usage, "what was said does not fit together"),
    MessageError(.notStored, "the disk does not take it"),
    MessageError(.damaged, "the rules' file is damaged or a newer program's"),
  ]
}
