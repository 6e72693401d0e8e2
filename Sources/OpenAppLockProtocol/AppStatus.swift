package import Bus
import CivilTime
import OpenAppLockRules
import ScreenTimeModel

/// Tells what blocks, what was used, and what is wrong.
///
/// Changes nothing. Fails with `unavailable` while the Screen Time service can't be reached.
package struct AppStatus: BusRequest {
  /// Makes the request.
  package init() {}

  package typealias Reply = StatusReport

  package static let name: MessageName = "app.status"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .read,
    repeatable: true,
    summary: "Tells what blocks, what was used and what is wrong.")
  package static var example: AppStatus {
    AppStatus()
  }
  package static var exampleReply: Reply {
    StatusReport(
      blocking: [
        BlockingEntry(
          rule: .example, name: "Morning Focus", kind: .schedule, hard: false, until: .example,
          label: "6h left")
      ],
      usage: [], shielded: [.exampleChess], sites: [], adultFilter: false, gated: [],
      clock: ClockEntry(now: .example, zone: "Europe/Berlin", suspect: false),
      removalDenied: false, listsLocked: false, faults: [])
  }
  package static let replyFields: [Field] = Shapes.status
  package static let errors: [MessageError] = [
    MessageError(.unavailable, "the Screen Time service cannot be reached"),
    MessageError(.damaged, "the rules' file is damaged or a newer program's"),
  ]
}
