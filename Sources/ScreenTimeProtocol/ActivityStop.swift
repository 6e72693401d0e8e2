package import Bus
package import ScreenTimeModel

/// Stops to monitor activities.
///
/// Sent by an app or its extensions. Stopping one inside its interval delivers `intervalDidEnd` (decision P2).
/// Names that are not monitored are ignored; repeating it is safe.
package struct ActivityStop: BusRequest {
  /// The activities; `nil` means all of the app group's.
  package let activities: [DeviceActivityName]?

  /// Makes the request.
  package init(activities: [DeviceActivityName]? = nil) {
    self.activities = activities
  }

  package typealias Reply = Acknowledged

  package static let name: MessageName = "activity.stop"
  package static let traits = MessageTraits(
    senders: .writers,
    effect: .change,
    repeatable: true,
    summary: "Stops to monitor activities; `null` means all of the sender's.")
  package static var example: ActivityStop {
    ActivityStop(activities: [DeviceActivityName("sched-focus")])
  }
  package static var exampleReply: Reply {
    Acknowledged()
  }
  package static let fields: [Field] = [
    .optional("activities", .list(.text), "The activities; without it all of the app group's.")
  ]
  package static let errors: [MessageError] = [
    MessageError(.invalid, "the sender named no app group in its hello")
  ]
}
