package import Bus
package import ScreenTimeModel

/// Tells that what is shielded has changed: the union of all stores, worked out anew.
///
/// It goes to whoever watches the messages, and to nobody else; the message that led to it is its cause.
package struct UnionChanged: BusRequest {
  /// Every known application under a shield, sorted.
  package let applications: [ApplicationToken]
  /// Every site under a shield, sorted.
  package let sites: [WebDomainToken]
  /// Whether a store shields everything but its exceptions.
  package let allowOnly: Bool

  /// Makes the notice.
  package init(applications: [ApplicationToken], sites: [WebDomainToken], allowOnly: Bool) {
    self.applications = applications
    self.sites = sites
    self.allowOnly = allowOnly
  }

  package typealias Reply = Acknowledged

  package static let name: MessageName = "union.changed"
  package static let traits = MessageTraits(
    senders: .serviceItself,
    effect: .progress,
    repeatable: true,
    isNotice: true,
    summary: "Tells whoever watches that what is shielded has changed.")
  package static var example: UnionChanged {
    UnionChanged(applications: [.exampleChess], sites: [], allowOnly: false)
  }
  package static var exampleReply: Reply {
    Acknowledged()
  }
  package static let fields: [Field] = [
    .field(
      "applications", .list(Shapes.application), "Every known application under a shield, sorted."),
    .field("sites", .list(Shapes.site), "Every site under a shield, sorted."),
    .field("allowOnly", .boolean, "Whether a store shields everything but its exceptions."),
  ]
}
