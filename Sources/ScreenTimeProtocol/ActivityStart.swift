package import Bus
package import ScreenTimeModel

/// Starts to monitor an activity, or replaces the one of that name (decision P2).
///
/// Sent by an app or its extensions. Starting inside the interval delivers `intervalDidStart`. Refused with
/// Apple's names: `intervalTooShort`, `intervalTooLong`, `excessiveActivities`, `invalidDateComponents`.
package struct ActivityStart: BusRequest {
  /// The activity's name within the sender's app group.
  package let activity: DeviceActivityName
  /// When its interval starts and ends.
  package let schedule: ActivitySchedule
  /// Its usage thresholds, by name.
  package let events: [String: ActivityEvent]

  /// Makes the request.
  package init(
    activity: DeviceActivityName,
    schedule: ActivitySchedule,
    events: [String: ActivityEvent]
  ) {
    self.activity = activity
    self.schedule = schedule
    self.events = events
  }

  package typealias Reply = Acknowledged

  package static let name: MessageName = "activity.start"
  package static let traits = MessageTraits(
    senders: .writers,
    effect: .change,
    repeatable: false,
    summary: "Starts to monitor an activity, replacing the one of that name.")
  package static var example: ActivityStart {
    ActivityStart(activity: DeviceActivityName("sched-focus"), schedule: .exampleDay, events: [:])
  }
  package static var exampleReply: Reply {
    Acknowledged()
  }
  package static let fields: [Field] = [
    .field("activity", .text, "The activity's name within the sender's app group."),
    .field("schedule", .object(Shapes.schedule), "When its interval starts and ends."),
    .field("events", .map(.object(Shapes.event)), "Its usage thresholds, by name."),
  ]
  package static let errors: [MessageError] = [
    MessageError(.intervalTooShort, "the interval is shorter than the limits in force allow"),
    MessageError(.intervalTooLong, "the interval is longer than the limits in force allow"),
    MessageError(.excessiveActivities, "the app group has as many activities as the limits allow"),
    MessageError(.invalidDateComponents, "the schedule names no time that exists"),
    MessageError(.invalid, "the sender named no app group in its hello"),
  ]
}
