package import Bus
package import ScreenTimeModel

/// Declares which applications are in front of the user from now on.
///
/// Sent by a reporter in the session. It replaces what the same sender declared before and ends with
/// the sender. Applications under a shield are not counted (decision L2).
package struct UsageForeground: BusRequest {
  /// The applications in front; empty for none.
  package let applications: [ApplicationToken]

  /// Makes the request.
  package init(applications: [ApplicationToken]) {
    self.applications = applications
  }

  package typealias Reply = Acknowledged

  package static let name: MessageName = "usage.foreground"
  package static let traits = MessageTraits(
    senders: .reporters,
    effect: .change,
    repeatable: true,
    summary: "Declares which apps are in front from now on; replaces the sender's last word.")
  package static var example: UsageForeground {
    UsageForeground(applications: [.exampleChess])
  }
  package static var exampleReply: Reply {
    Acknowledged()
  }
  package static let fields: [Field] = [
    .field("applications", .list(Shapes.application), "The applications in front; empty for none.")
  ]
}
