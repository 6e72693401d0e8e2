package import Bus
package import CivilTime

/// Tells a subscriber that its interval has passed.
///
/// Sent by the service. A virtual clock goes on only when it is answered, and leaves out those before the
/// answer's `quietUntil`.
package struct ClockTick: BusRequest {
  /// The service's time: the trusted one (decision C2).
  package let now: Instant
  /// The identifier of the zone in force.
  package let zone: String
  /// What is known while the wall clock can't be trusted (decision C3).
  package let suspicion: Suspicion?

  /// Makes the request.
  package init(now: Instant, zone: String, suspicion: Suspicion? = nil) {
    self.now = now
    self.zone = zone
    self.suspicion = suspicion
  }

  package typealias Reply = Quiet

  package static let name: MessageName = "clock.tick"
  package static let traits = MessageTraits(
    senders: .serviceItself,
    effect: .progress,
    repeatable: true,
    summary: "Tells a subscriber that its interval has passed.")
  package static var example: ClockTick {
    ClockTick(now: .example, zone: "Europe/Berlin")
  }
  package static var exampleReply: Reply {
    Quiet(until: .example)
  }
  package static let replyFields = Quiet.fields
  package static let fields: [Field] = [
    .field("now", .form(.instant), "The service's time: the trusted one."),
    .field("zone", .form(.zone), "The identifier of the zone in force."),
    Shapes.suspicion,
  ]
}
