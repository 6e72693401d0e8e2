package import Bus
import CivilTime

/// Sets the wall clock of a virtual machine, as somebody at a real one would; no time passes.
///
/// Answered when every callback and tick that this caused has been answered. Refused with `invalid` on
/// a real clock, or while an advance goes on.
package struct ClockShift: BusRequest {
  /// How far it is set ahead; negative sets it back.
  package let seconds: Int64
  /// Whether the kernel says that a time server did it (decision C2).
  package let synchronised: Bool

  /// Makes the request.
  package init(seconds: Int64, synchronised: Bool = false) {
    self.seconds = seconds
    self.synchronised = synchronised
  }

  package typealias Reply = ClockReading

  package static let name: MessageName = "clock.shift"
  package static let traits = MessageTraits(
    senders: .controllers,
    effect: .change,
    repeatable: false,
    summary: "Sets the wall clock of a virtual machine while no time passes.")
  package static var example: ClockShift {
    ClockShift(seconds: 10_800)
  }
  package static var exampleReply: Reply {
    ClockReading(
      now: .example, zone: "Europe/Berlin", isVirtual: true,
      suspicion: Suspicion(wall: .example + .seconds(10_800), agreed: .example))
  }
  package static let fields: [Field] = [
    .field("seconds", .integer, "How far it is set ahead; negative sets it back."),
    .field("synchronised", .boolean, "Whether the kernel says that a time server did it."),
  ]
  package static let replyFields: [Field] = Shapes.clockReading
  package static let errors: [MessageError] = [
    MessageError(.invalid, "the clock is real, or another advance goes on")
  ]
}
