package import Bus
package import CivilTime
package import ScreenTimeModel

/// Wakes a monitor extension: an interval's edge, a warning or a usage threshold.
///
/// Sent by the service to the extension. It may come late, twice or out of order (decision P4), and is
/// sent again until it is answered or its deadline has passed.
package struct ActivityCallback: BusRequest {
  /// What happened.
  package let callback: ActivityCallbackKind
  /// The activity.
  package let activity: DeviceActivityName
  /// The event, for the two threshold callbacks.
  package let event: DeviceActivityEventName?
  /// The local date on which the event's interval started; absent for the other callbacks.
  package let intervalDate: CivilDate?
  /// The service's time: the trusted one (decision C2).
  package let now: Instant
  /// The identifier of the zone in force.
  package let zone: String
  /// What is known while the wall clock can't be trusted (decision C3).
  package let suspicion: Suspicion?

  /// Makes the request.
  package init(
    callback: ActivityCallbackKind,
    activity: DeviceActivityName,
    event: DeviceActivityEventName? = nil,
    intervalDate: CivilDate? = nil,
    now: Instant,
    zone: String,
    suspicion: Suspicion? = nil
  ) {
    self.callback = callback
    self.activity = activity
    self.event = event
    self.intervalDate = intervalDate
    self.now = now
    self.zone = zone
    self.suspicion = suspicion
  }

  package typealias Reply = Quiet

  package static let name: MessageName = "activity.callback"
  package static let traits = MessageTraits(
    senders: .serviceItself,
    effect: .change,
    repeatable: true,
    summary: "Wakes a monitor extension for an interval's edge, a warning or a threshold.")
  package static var example: ActivityCallback {
    ActivityCallback(
      callback: .intervalDidStart, activity: DeviceActivityName("sched-focus"), now: .example,
      zone: "Europe/Berlin")
  }
  package static var exampleReply: Reply {
    Quiet(until: .example)
  }
  package static let replyFields = Quiet.fields
  package static let fields: [Field] = [
    .field("callback", .choice(ActivityCallbackKind.allCases.map(\.rawValue)), "What happened."),
    .field("activity", .text, "The activity."),
    .optional("event", .text, "The event, for the two threshold callbacks."),
    .optional(
      "intervalDate", .form(.date), "The local date on which the event's interval started."),
    .field("now", .form(.instant), "The service's time: the trusted one."),
    .field("zone", .form(.zone), "The identifier of the zone in force."),
    Shapes.suspicion,
  ]
}

/// The callbacks of a monitor extension, by Apple's names.
package enum ActivityCallbackKind: String, Codable, Sendable, Hashable, CaseIterable {
  /// The interval has started.
  case intervalDidStart
  /// The interval has ended, or monitoring was stopped inside it.
  case intervalDidEnd
  /// The interval starts soon.
  case intervalWillStartWarning
  /// The interval ends soon.
  case intervalWillEndWarning
  /// Use has reached an event's threshold.
  case eventDidReachThreshold
  /// Use will soon reach an event's threshold.
  case eventWillReachThresholdWarning
}
