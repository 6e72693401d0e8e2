package import Bus
package import CivilTime

/// Moves a virtual clock on; answered when every callback that this caused has been answered.
///
/// Refused with `invalid` on a real clock, backwards, or while another advance runs.
package struct ClockAdvance: BusRequest {
  /// Where to; not earlier than now.
  package let to: Instant

  /// Makes the request.
  package init(to: Instant) {
    self.to = to
  }

  package typealias Reply = ClockReading

  package static let name: MessageName = "clock.advance"
  package static let traits = MessageTraits(
    senders: .controllers,
    effect: .change,
    repeatable: false,
    summary: "Moves a virtual clock on and answers when all that it caused has been answered.")
  package static var example: ClockAdvance {
    ClockAdvance(to: .example)
  }
  package static var exampleReply: Reply {
    ClockReading(now: .example, zone: "Europe/Berlin", isVirtual: true)
  }
  package static let fields: [Field] = [
    .field("to", .form(.instant), "Where to; not earlier than now.")
  ]
  package static let replyFields: [Field] = Shapes.clockReading
  package static let errors: [MessageError] = [
    MessageError(.invalid, "the clock is real, the time is past, or another advance goes on")
  ]
}
