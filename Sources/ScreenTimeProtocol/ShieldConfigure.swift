package import Bus
package import CivilTime
package import ScreenTimeModel

/// Asks a shield configuration extension what a shield shows.
///
/// Sent by the service to the extension. Changes nothing.
package struct ShieldConfigure: BusRequest {
  /// What the shield stands in front of.
  package let subject: ShieldSubject
  /// The category that caused the shield, where one did.
  package let category: ActivityCategoryToken?
  /// The service's time: the trusted one (decision C2).
  package let now: Instant
  /// The identifier of the zone in force.
  package let zone: String
  /// What is known while the wall clock can't be trusted (decision C3).
  package let suspicion: Suspicion?

  /// Makes the request.
  package init(
    subject: ShieldSubject,
    category: ActivityCategoryToken? = nil,
    now: Instant,
    zone: String,
    suspicion: Suspicion? = nil
  ) {
    self.subject = subject
    self.category = category
    self.now = now
    self.zone = zone
    self.suspicion = suspicion
  }

  package typealias Reply = ShieldContent

  package static let name: MessageName = "shield.configure"
  package static let traits = MessageTraits(
    senders: .serviceItself,
    effect: .read,
    repeatable: true,
    summary: "Asks a configuration extension what the shield of an app or site shows.")
  package static var example: ShieldConfigure {
    ShieldConfigure(subject: .exampleApplication, now: .example, zone: "Europe/Berlin")
  }
  package static var exampleReply: Reply {
    ShieldContent(
      title: "App Blocked", subtitle: "Opened 2 of 5 times today", secondaryButton: "Open (3 left)")
  }
  package static let fields: [Field] = [
    .field("subject", Shapes.subject, "What the shield stands in front of."),
    .optional("category", Shapes.category, "The category that caused the shield, where one did."),
    .field("now", .form(.instant), "The service's time: the trusted one."),
    .field("zone", .form(.zone), "The identifier of the zone in force."),
    Shapes.suspicion,
  ]
  package static let replyFields: [Field] = Shapes.shieldContent
}
