package import Bus
package import ScreenTimeProtocol
import ScreenTimeModel

/// Stands in for the service where there is none: keeps what would have been sent to it.
///
/// Stores start empty and nothing is monitored; within one call what was written is read back, so
/// that logic that depends on its own writes goes the way that it would go.
package final class RecordedEffects {
  /// Every request that changes something, in order.
  package private(set) var effects: [RecordedEffect] = []

  private let clock: ClockReading
  private var stores: [String: StoreSettings] = [:]
  private var activities: [String: MonitoredActivity] = [:]

  /// Starts with nothing, at the time that the call tells.
  package init(clock: ClockReading) {
    self.clock = clock
  }

  /// Answers as the service would, as far as that can be known without one.
  ///
  /// - Throws: `unreachable` for what only a service knows, such as the applications of a machine.
  package func answer<R: BusRequest>(_ request: R) throws(BusError) -> R.Reply {
    guard let reply = answerKnown(request) as? R.Reply else {
      throw BusError(
        code: .unreachable, message: "\(R.name) needs a service, and a single call has none",
        hint: "start the extension with --service instead of --once")
    }
    if R.traits.effect == .change {
      effects.append(RecordedEffect(type: R.name, body: request))
    }
    return reply
  }

  private func answerKnown(_ request: any BusRequest) -> (any Sendable)? {
    switch request {
    case let request as StoreChange: change(request)
    case let request as StoreRead:
      StoreRead.Reply(settings: stores[request.store] ?? StoreSettings())
    case is StoreList: StoreList.Reply(stores: stores.keys.sorted())
    case let request as ActivityStart: start(request)
    case let request as ActivityStop: stop(request)
    case is ActivityList: ActivityList.Reply(activities: activities)
    case is AuthorizationAsk: AuthorizationAsk.Reply(status: .approved)
    case is ClockRead: clock
    case is FaultReport: Acknowledged()
    default: nil
    }
  }

  private func change(_ request: StoreChange) -> StoreChange.Reply {
    let settings = (stores[request.store] ?? StoreSettings()).applying(request.changes)
    stores[request.store] = settings.isEmpty ? nil : settings
    return StoreChange.Reply(settings: settings)
  }

  private func start(_ request: ActivityStart) -> Acknowledged {
    activities[request.activity.rawValue] = MonitoredActivity(
      schedule: request.schedule, events: request.events)
    return Acknowledged()
  }

  private func stop(_ request: ActivityStop) -> Acknowledged {
    if let names = request.activities {
      for name in names { activities[name.rawValue] = nil }
    } else {
      activities = [:]
    }
    return Acknowledged()
  }
}

/// A request that would have changed something: `{"body": …, "type": "store.change"}`.
package struct RecordedEffect: Encodable {
  /// The message.
  package let type: MessageName
  /// The request.
  package let body: any BusRequest

  private enum CodingKeys: String, CodingKey {
    case type
    case body
  }

  /// Writes the message's name and the request.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type, forKey: .type)
    try container.encode(body, forKey: .body)
  }
}
