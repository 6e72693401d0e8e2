package import Bus

/// Asks to be told when a shield comes up in front of somebody, with `shield.appeared`.
///
/// Sent by whatever shows shields: a window, a notification, a terminal. It lasts until the sender goes;
/// repeating it is safe.
package struct ShieldWatch: BusRequest {
  /// Makes the request.
  package init() {}

  package typealias Reply = Acknowledged

  package static let name: MessageName = "shield.watch"
  package static let traits = MessageTraits(
    senders: .everybody,
    effect: .change,
    repeatable: true,
    summary: "Asks to be told when a shield comes up in front of somebody.")
  package static var example: ShieldWatch {
    ShieldWatch()
  }
  package static var exampleReply: Reply {
    Acknowledged()
  }
}
