package import Bus
package import ScreenTimeModel

/// Tells whether an app is under a shield, and what the shield says.
///
/// Changes nothing; the shield configuration extension is asked.
package struct AppShield: BusRequest {
  /// The app.
  package let app: ApplicationToken

  /// Makes the request.
  package init(app: ApplicationToken) {
    self.app = app
  }

  package typealias Reply = ShieldReport

  package static let name: MessageName = "app.shield"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .read,
    repeatable: true,
    summary: "Tells what the shield of an app says now.")
  package static var example: AppShield {
    AppShield(app: .exampleChess)
  }
  package static var exampleReply: Reply {
    ShieldReport(
      app: .exampleChess, shielded: true,
      content: ShieldContent(
        title: "App Blocked", subtitle: "Opened 2 of 5 times today",
        secondaryButton: "Open (3 left)"))
  }
  package static let fields: [Field] = [
    .field("app", Shapes.application, "The app.")
  ]
  package static let replyFields: [Field] = [
    .field("app", Shapes.application, "The app."),
    .field("shielded", .boolean, "Whether it is under a shield."),
    .field("title", .nullable(.text), "The title."),
    .field("subtitle", .nullable(.text), "The text below the title."),
    .field("primaryButton", .nullable(.text), "The label of the first button."),
    .field("secondaryButton", .nullable(.text), "The label of the second button."),
  ]
  package static let errors: [MessageError] = [
    MessageError(.unavailable, "the Screen Time service cannot be reached")
  ]
}
