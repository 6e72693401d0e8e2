import Bus
import CivilTime
import ScreenTimeModel
import ScreenTimeProtocol

/// Somebody who talks to the service, over either transport.
final class TestClient {
  let connection: any BusConnection

  init(_ connection: any BusConnection) {
    self.connection = connection
  }

  func ask<R: BusRequest>(_ request: R) throws(BusError) -> R.Reply {
    try connection.request(request, within: .seconds(30), cause: nil)
  }

  /// Has a store shield exactly these apps; none relinquishes.
  @discardableResult
  func shield(_ store: String, _ apps: [String]) throws -> StoreSettings {
    var changes = StoreChanges()
    changes.shieldedApplications = apps.isEmpty ? .relinquish : .set(Set(try apps.map(app)))
    return try ask(StoreChange(store: store, changes: changes)).settings
  }

  /// Monitors every day between two readings.
  func monitor(
    _ name: String, _ from: String, _ to: String, weekday: Weekday? = nil, repeats: Bool = true,
    warning: Int? = nil, zone: String? = nil, events: [String: ActivityEvent] = [:]
  ) throws {
    let window = DailyWindow(
      from: try TimeOfDay(parsing: from), to: try TimeOfDay(parsing: to))
    _ = try ask(
      ActivityStart(
        activity: DeviceActivityName(name),
        schedule: ActivitySchedule(
          interval: .daily(window, weekday: weekday, repeats: repeats), warningSeconds: warning,
          zone: try zone.map { try Zone(identifier: $0) }),
        events: events))
  }

  func stop(_ names: String...) throws {
    _ = try ask(ActivityStop(activities: names.map { DeviceActivityName($0) }))
  }

  func use(_ apps: String...) throws {
    _ = try ask(UsageForeground(applications: try apps.map(app)))
  }

  func status() throws(BusError) -> PlatformStatus.Reply { try ask(PlatformStatus()) }
}

func app(_ text: String) throws -> ApplicationToken { try ApplicationToken(parsing: text) }

/// A threshold of so many minutes over these apps; none means all activity.
func minutes(
  _ minutes: Int, _ apps: String..., past: Bool = false
) throws -> ActivityEvent {
  ActivityEvent(
    selection: FamilyActivitySelection(applicationTokens: Set(try apps.map(app))),
    thresholdSeconds: minutes * 60, includesPastActivity: past)
}
