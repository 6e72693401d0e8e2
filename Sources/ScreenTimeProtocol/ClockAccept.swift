package import Bus

/// Has the service take the wall clock's time for the true one (decision C3).
///
/// Sent on behalf of an administrator, where the machine's clock was rightly set by hand. Whoever only
/// runs the service may not: it would be a way around any window. Repeating it is safe.
package struct ClockAccept: BusRequest {
  /// Makes the request.
  package init() {}

  package typealias Reply = ClockReading

  package static let name: MessageName = "clock.accept"
  package static let traits = MessageTraits(
    senders: .administrators,
    effect: .change,
    repeatable: true,
    summary: "Takes the wall clock's time for the true one.")
  package static var example: ClockAccept {
    ClockAccept()
  }
  package static var exampleReply: Reply {
    ClockReading(now: .example, zone: "Europe/Berlin", isVirtual: false)
  }
  package static let replyFields: [Field] = Shapes.clockReading
}
