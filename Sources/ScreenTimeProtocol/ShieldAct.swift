package import Bus
package import CivilTime
package import ScreenTimeModel

/// Hands a press on a shield to a shield action extension.
///
/// Sent by the service to the extension, once for each press: it is never sent again by itself.
package struct ShieldAct: BusRequest {
  /// What the shield stands in front of.
  package let subject: ShieldSubject
  /// The button.
  package let action: ShieldAction
  /// The service's time: the trusted one (decision C2).
  package let now: Instant
  /// The identifier of the zone in force.
  package let zone: String
  /// What is known while the wall clock can't be trusted (decision C3).
  package let suspicion: Suspicion?

  /// Makes the request.
  package init(
    subject: ShieldSubject, action: ShieldAction, now: Instant, zone: String,
    suspicion: Suspicion? = nil
  ) {
    self.subject = subject
    self.action = action
    self.now = now
    self.zone = zone
    self.suspicion = suspicion
  }

  package typealias Reply = ShieldOutcome

  package static let name: MessageName = "shield.act"
  package static let traits = MessageTraits(
    senders: .serviceItself,
    effect: .change,
    repeatable: false,
    summary: "Hands a press on a shield to an action extension.")
  package static var example: ShieldAct {
    ShieldAct(
      subject: .exampleApplication, action: .secondaryButtonPressed, now: .example,
      zone: "Europe/Berlin")
  }
  package static var exampleReply: Reply {
    ShieldOutcome(response: .defer)
  }
  package static let fields: [Field] = [
    .field("subject", Shapes.subject, "What the shield stands in front of."),
    .field("action", Shapes.shieldAction, "The button."),
    .field("now", .form(.instant), "The service's time: the trusted one."),
    .field("zone", .form(.zone), "The identifier of the zone in force."),
    Shapes.suspicion,
  ]
  package static let replyFields: [Field] = [
    .field("response", Shapes.shieldResponse, "What becomes of the shield."),
    .optional("refusal", .object(Shapes.refusal), "Why the press was refused, where it was."),
  ]
}

/// What a press led to.
package struct ShieldOutcome: Codable, Sendable, Hashable {
  /// What becomes of the shield.
  package let response: ShieldActionResponse
  /// Why the press was refused, where it was.
  package let refusal: ShieldRefusal?

  /// Makes an outcome.
  package init(response: ShieldActionResponse, refusal: ShieldRefusal? = nil) {
    self.response = response
    self.refusal = refusal
  }
}
