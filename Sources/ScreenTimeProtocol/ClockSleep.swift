package import Bus
import CivilTime

/// Suspends a virtual machine for a while: its clocks go on, nothing runs, nothing is used (decision C4).
///
/// What came due meanwhile is taken once, on waking. Answered when all of it has been answered. Refused
/// with `invalid` on a real clock, for a negative time, or while an advance goes on.
package struct ClockSleep: BusRequest {
  /// How long.
  package let seconds: Int64

  /// Makes the request.
  package init(seconds: Int64) {
    self.seconds = seconds
  }

  package typealias Reply = ClockReading

  package static let name: MessageName = "clock.sleep"
  package static let traits = MessageTraits(
    senders: .controllers,
    effect: .change,
    repeatable: false,
    summary: "Suspends a virtual machine for a while.")
  package static var example: ClockSleep {
    ClockSleep(seconds: 28_800)
  }
  package static var exampleReply: Reply {
    ClockReading(now: .example, zone: "Europe/Berlin", isVirtual: true)
  }
  package static let fields: [Field] = [
    .field("seconds", .integer, "How long.")
  ]
  package static let replyFields: [Field] = Shapes.clockReading
  package static let errors: [MessageError] = [
    MessageError(.invalid, "the clock is real, the time is negative, or an advance goes on")
  ]
}
