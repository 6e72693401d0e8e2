package import Bus
package import ScreenTimeModel

/// Presses a button of the shield of an app or site.
///
/// Sent by whoever shows shields. The action extension decides; each press counts, so it is not repeated.
package struct ShieldPress: BusRequest {
  /// The app or site.
  package let subject: ShieldSubject
  /// The button.
  package let action: ShieldAction

  /// Makes the request.
  package init(subject: ShieldSubject, action: ShieldAction) {
    self.subject = subject
    self.action = action
  }

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// What the extension answered.
    package let response: ShieldActionResponse
    /// Why the press was refused, where it was.
    package let refusal: ShieldRefusal?
    /// Whether the app or site is still under a shield.
    package let shielded: Bool

    /// Makes the answer.
    package init(
      response: ShieldActionResponse,
      refusal: ShieldRefusal? = nil,
      shielded: Bool
    ) {
      self.response = response
      self.refusal = refusal
      self.shielded = shielded
    }
  }

  package static let name: MessageName = "shield.press"
  package static let traits = MessageTraits(
    senders: .everybody,
    effect: .change,
    repeatable: false,
    summary: "Presses a button of a shield; the action extension decides.")
  package static var example: ShieldPress {
    ShieldPress(subject: .exampleApplication, action: .secondaryButtonPressed)
  }
  package static var exampleReply: Reply {
    Reply(response: .defer, shielded: false)
  }
  package static let fields: [Field] = [
    .field("subject", Shapes.subject, "The app or site."),
    .field("action", Shapes.shieldAction, "The button."),
  ]
  package static let replyFields: [Field] = [
    .field("response", Shapes.shieldResponse, "What the extension answered."),
    .optional("refusal", .object(Shapes.refusal), "Why the press was refused, where it was."),
    .field("shielded", .boolean, "Whether the app or site is still under a shield."),
  ]
  package static let errors: [MessageError] = [
    MessageError(.notShielded, "nothing shields the app or site"),
    MessageError(
      .noExtension, "no extension takes presses on that button, or it ended before it answered"),
  ]
}
