package import Bus

/// Asks for a `clock.tick` at a regular interval of the service's time.
///
/// Sent by an app for its own loop. Replaces the sender's earlier subscription and ends with the sender.
package struct ClockSubscribe: BusRequest {
  /// Seconds between two ticks, at least 1; `nil` ends the subscription.
  package let everySeconds: Int?

  /// Makes the request.
  package init(everySeconds: Int? = nil) {
    self.everySeconds = everySeconds
  }

  package typealias Reply = Acknowledged

  package static let name: MessageName = "clock.subscribe"
  package static let traits = MessageTraits(
    senders: .writers,
    effect: .change,
    repeatable: true,
    summary: "Asks for a clock.tick at a regular interval.")
  package static var example: ClockSubscribe {
    ClockSubscribe(everySeconds: 30)
  }
  package static var exampleReply: Reply {
    Acknowledged()
  }
  package static let fields: [Field] = [
    .optional(
      "everySeconds", .integer, "Seconds between two ticks, at least 1; without it the ticks end.")
  ]
  package static let errors: [MessageError] = [
    MessageError(.invalid, "the time between two ticks is less than a second")
  ]
}
