package import Bus
package import CivilTime

/// Tells the service's time and zone.
///
/// Changes nothing. No process but the service reads a clock (see the architecture).
package struct ClockRead: BusRequest {
  /// Makes the request.
  package init() {}

  package typealias Reply = ClockReading

  package static let name: MessageName = "clock.read"
  package static let traits = MessageTraits(
    senders: .everybody,
    effect: .read,
    repeatable: true,
    summary: "Tells the service's time, zone and kind of clock.")
  package static var example: ClockRead {
    ClockRead()
  }
  package static var exampleReply: Reply {
    ClockReading(now: .example, zone: "Europe/Berlin", isVirtual: false)
  }
  package static let replyFields: [Field] = Shapes.clockReading
}

/// The service's time.
package struct ClockReading: Codable, Sendable, Hashable {
  /// The service's time: the trusted one (decision C2).
  package let now: Instant
  /// The identifier of the zone in force.
  package let zone: String
  /// Whether the clock stands still until somebody advances it.
  package let isVirtual: Bool
  /// What is known while the wall clock can't be trusted: then every question is asked of both times
  /// (decision C3).
  package let suspicion: Suspicion?

  /// Makes a reading.
  package init(now: Instant, zone: String, isVirtual: Bool, suspicion: Suspicion? = nil) {
    self.now = now
    self.zone = zone
    self.isVirtual = isVirtual
    self.suspicion = suspicion
  }
}
