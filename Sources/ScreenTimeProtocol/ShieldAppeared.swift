package import Bus
package import CivilTime
package import ScreenTimeModel

/// Tells that somebody met the shield of an app: he tried to start it, and was refused.
///
/// Sent by the service to whoever asked with `shield.watch`; one for an app and moment, however often the start
/// is tried.
package struct ShieldAppeared: BusRequest {
  /// The app.
  package let application: ApplicationToken
  /// The process that wanted to become the app.
  package let pid: Int32
  /// Whose process it is; absent where the kernel would not say.
  package let user: UInt32?
  /// What the shield shows.
  package let content: ShieldContent
  /// The service's time.
  package let now: Instant

  /// Makes the request.
  package init(
    application: ApplicationToken, pid: Int32, user: UInt32?, content: ShieldContent, now: Instant
  ) {
    self.application = application
    self.pid = pid
    self.user = user
    self.content = content
    self.now = now
  }

  package typealias Reply = Acknowledged

  package static let name: MessageName = "shield.appeared"
  package static let traits = MessageTraits(
    senders: .serviceItself,
    effect: .progress,
    repeatable: true,
    summary: "Tells that somebody tried to start an app and met its shield.")
  package static var example: ShieldAppeared {
    ShieldAppeared(
      application: .exampleChess, pid: 4711, user: 1000,
      content: ShieldContent(title: "App Blocked"), now: .example)
  }
  package static var exampleReply: Reply {
    Acknowledged()
  }
  package static let fields: [Field] = [
    .field("application", Shapes.application, "The app."),
    .field("pid", .integer, "The process that wanted to become the app.").drawn,
    .optional("user", .integer, "Whose process it is, where the kernel says so.").ofMachine,
    .field("content", .object(Shapes.shieldContent), "What the shield shows."),
    .field("now", .form(.instant), "The service's time."),
  ]
}
