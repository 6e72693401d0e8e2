package import Bus
package import ScreenTimeModel

/// Presses a button of an app's shield.
///
/// The shield action extension decides. A refusal is an error with its code: `noOpensLeft`, `blockedByOther`,
/// `notScheduled`, `notMonitored`. Each press counts, so it isn't repeated.
package struct AppPress: BusRequest {
  /// The app.
  package let app: ApplicationToken
  /// The button.
  package let action: ShieldAction

  /// Makes the request.
  package init(app: ApplicationToken, action: ShieldAction) {
    self.app = app
    self.action = action
  }

  /// What the app answers; what `shield press --json` prints.
  package struct Reply: Codable, Sendable, Hashable {
    /// What becomes of the shield.
    package let response: ShieldActionResponse
    /// The opens spent today, by the name of each open-limit rule that covers the app.
    package let opens: [String: Int]

    /// Makes the answer.
    package init(response: ShieldActionResponse, opens: [String: Int]) {
      self.response = response
      self.opens = opens
    }
  }

  package static let name: MessageName = "app.press"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .change,
    repeatable: false,
    summary: "Presses a button of the shield of an app.")
  package static var example: AppPress {
    AppPress(app: .exampleChess, action: .secondaryButtonPressed)
  }
  package static var exampleReply: Reply {
    Reply(response: .defer, opens: ["Five a Day": 3])
  }
  package static let fields: [Field] = [
    .field("app", Shapes.application, "The app."),
    .field("action", .choice(["primary", "secondary"]), "The button."),
  ]
  package static let replyFields: [Field] = [
    .field("response", .choice(["none", "close", "defer"]), "What becomes of the shield."),
    .field(
      "opens", .map(.integer),
      "The opens spent today, by the name of each open-limit rule that covers the app."),
  ]
  package static let errors: [MessageError] = [
    MessageError(BusErrorCode(rawValue: "noOpensLeft"), "the opens of today are spent"),
    MessageError(
      BusErrorCode(rawValue: "blockedByOther"), "another rule blocks the app all the same"),
    MessageError(BusErrorCode(rawValue: "notScheduled"), "no open-limit rule holds today"),
    MessageError(BusErrorCode(rawValue: "notMonitored"), "the end of the open could not be armed"),
    MessageError(.unavailable, "the Screen Time service cannot be reached"),
  ]
}
