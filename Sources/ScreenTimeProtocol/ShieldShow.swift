package import Bus
package import ScreenTimeModel

/// Tells whether an app or site is under a shield, and what the shield says.
///
/// Sent by whoever shows shields. Changes nothing; the configuration extension is asked.
package struct ShieldShow: BusRequest {
  /// The app or site.
  package let subject: ShieldSubject

  /// Makes the request.
  package init(subject: ShieldSubject) {
    self.subject = subject
  }

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// Whether it is under a shield now.
    package let shielded: Bool
    /// What the shield shows; absent when there is none.
    package let content: ShieldContent?

    /// Makes the answer.
    package init(shielded: Bool, content: ShieldContent? = nil) {
      self.shielded = shielded
      self.content = content
    }
  }

  package static let name: MessageName = "shield.show"
  package static let traits = MessageTraits(
    senders: .everybody,
    effect: .read,
    repeatable: true,
    summary: "Tells whether an app or site is shielded now and what its shield says.")
  package static var example: ShieldShow {
    ShieldShow(subject: .exampleApplication)
  }
  package static var exampleReply: Reply {
    Reply(shielded: true, content: ShieldContent(title: "App Blocked"))
  }
  package static let fields: [Field] = [
    .field("subject", Shapes.subject, "The app or site.")
  ]
  package static let replyFields: [Field] = [
    .field("shielded", .boolean, "Whether it is under a shield now."),
    .optional(
      "content", .object(Shapes.shieldContent), "What the shield shows; absent when there is none."),
  ]
}
