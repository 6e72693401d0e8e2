package import Bus
import CivilTime

/// Carries a virtual machine into another zone; no time passes.
///
/// Answered when every callback and tick that this caused has been answered. Refused with `invalid` on
/// a real clock, for a zone that isn't known, or while an advance goes on.
package struct ClockZone: BusRequest {
  /// The identifier of the zone.
  package let zone: String

  /// Makes the request.
  package init(zone: String) {
    self.zone = zone
  }

  package typealias Reply = ClockReading

  package static let name: MessageName = "clock.zone"
  package static let traits = MessageTraits(
    senders: .controllers,
    effect: .change,
    repeatable: true,
    summary: "Carries a virtual machine into another zone.")
  package static var example: ClockZone {
    ClockZone(zone: "America/New_York")
  }
  package static var exampleReply: Reply {
    ClockReading(now: .example, zone: "America/New_York", isVirtual: true)
  }
  package static let fields: [Field] = [
    .field("zone", .form(.zone), "The identifier of the zone.")
  ]
  package static let replyFields: [Field] = Shapes.clockReading
  package static let errors: [MessageError] = [
    MessageError(.invalid, "the clock is real, nobody knows the zone, or an advance goes on")
  ]
}
