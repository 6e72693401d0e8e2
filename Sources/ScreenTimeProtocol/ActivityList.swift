package import Bus
package import ScreenTimeModel

/// Lists the activities that the sender's app group monitors.
///
/// Changes nothing.
package struct ActivityList: BusRequest {
  /// Makes the request.
  package init() {}

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// Every monitored activity by its name.
    package let activities: [String: MonitoredActivity]

    /// Makes the answer.
    package init(activities: [String: MonitoredActivity]) {
      self.activities = activities
    }
  }

  package static let name: MessageName = "activity.list"
  package static let traits = MessageTraits(
    senders: .writers,
    effect: .read,
    repeatable: true,
    summary: "Lists the sender's monitored activities with schedules and events.")
  package static var example: ActivityList {
    ActivityList()
  }
  package static var exampleReply: Reply {
    Reply(activities: ["sched-focus": MonitoredActivity(schedule: .exampleDay, events: [:])])
  }
  package static let replyFields: [Field] = [
    .field(
      "activities",
      .map(
        .object([
          .field("schedule", .object(Shapes.schedule), "When its interval starts and ends."),
          .field("events", .map(.object(Shapes.event)), "Its usage thresholds, by name."),
        ])), "Every monitored activity, by its name.")
  ]
  package static let errors: [MessageError] = [
    MessageError(.invalid, "the sender named no app group in its hello")
  ]
}

/// An activity as it is monitored.
package struct MonitoredActivity: Codable, Sendable, Hashable {
  /// When its interval starts and ends.
  package let schedule: ActivitySchedule
  /// Its usage thresholds, by name.
  package let events: [String: ActivityEvent]

  /// Makes the description.
  package init(schedule: ActivitySchedule, events: [String: ActivityEvent]) {
    self.schedule = schedule
    self.events = events
  }
}
