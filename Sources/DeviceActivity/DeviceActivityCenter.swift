import Bus
import ScreenTimeClient
public import ScreenTimeModel
package import ScreenTimeProtocol

/// Starts and stops the monitoring of activities; their callbacks go to the app group's
/// ``DeviceActivityMonitor``.
///
/// Apple's `stopMonitoring` and the readings cannot throw. A failure of theirs is kept: in an
/// extension it makes the running callback fail, so that the service delivers it again; in an app
/// ``confirm()`` throws it.
public final class DeviceActivityCenter: Sendable {
  /// Says why an activity is not monitored.
  public typealias MonitoringError = DeviceActivity.MonitoringError

  /// Makes a center.
  ///
  /// All centers of an app group see the same activities.
  public init() {}

  /// Starts to monitor an activity, or replaces the one of that name (decision P2).
  ///
  /// Inside the interval `intervalDidStart` is delivered at once.
  /// - Throws: ``MonitoringError``; what was monitored under the name goes on then.
  public func startMonitoring(
    _ activity: DeviceActivityName, during schedule: DeviceActivitySchedule,
    events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [:]
  ) throws(MonitoringError) {
    var kept: [DeviceActivityEventName: ActivityEvent] = [:]
    for (name, event) in events { kept[name] = try event.model() }
    try startMonitoring(activity, during: try schedule.model(), events: kept)
  }

  /// Starts to monitor an activity whose schedule is written as the service keeps it.
  ///
  /// - Throws: ``MonitoringError``; what was monitored under the name goes on then.
  package func startMonitoring(
    _ activity: DeviceActivityName, during schedule: ActivitySchedule,
    events: [DeviceActivityEventName: ActivityEvent] = [:]
  ) throws(MonitoringError) {
    let events = Dictionary(uniqueKeysWithValues: events.map { ($0.key.rawValue, $0.value) })
    do {
      _ = try ScreenTimeSession.ask(
        ActivityStart(activity: activity, schedule: schedule, events: events))
    } catch {
      throw MonitoringError(error)
    }
  }

  /// Stops to monitor all activities of the app group.
  public func stopMonitoring() {
    _ = ScreenTimeSession.askKeepingFailure(ActivityStop(activities: nil))
  }

  /// Stops to monitor the activities named; names that are not monitored are ignored.
  ///
  /// Stopping inside an interval delivers `intervalDidEnd`. With no names nothing is stopped.
  public func stopMonitoring(_ activities: [DeviceActivityName]) {
    guard !activities.isEmpty else { return }
    _ = ScreenTimeSession.askKeepingFailure(ActivityStop(activities: activities))
  }

  /// The names of the activities that are monitored, sorted.
  public var activities: [DeviceActivityName] {
    kept.keys.map { DeviceActivityName($0) }.sorted()
  }

  /// The schedule under which an activity is monitored; `nil` when it isn't.
  public func schedule(for activity: DeviceActivityName) -> DeviceActivitySchedule? {
    (kept[activity.rawValue]?.schedule).map(DeviceActivitySchedule.init)
  }

  /// The events of an activity; empty when it isn't monitored.
  public func events(
    for activity: DeviceActivityName
  ) -> [DeviceActivityEvent.Name: DeviceActivityEvent] {
    let events = kept[activity.rawValue]?.events ?? [:]
    return Dictionary(
      uniqueKeysWithValues: events.map {
        (DeviceActivityEventName($0.key), DeviceActivityEvent($0.value))
      })
  }

  /// Tells everything that is monitored, as the service keeps it.
  ///
  /// - Throws: ``MonitoringError`` when the service cannot be reached.
  package func monitored() throws(MonitoringError) -> [DeviceActivityName: MonitoredActivity] {
    do {
      let activities = try ScreenTimeSession.ask(ActivityList()).activities
      return Dictionary(
        uniqueKeysWithValues: activities.map { (DeviceActivityName($0.key), $0.value) })
    } catch {
      throw MonitoringError(error)
    }
  }

  /// Throws the first failure that was kept since this was last asked, on this thread.
  ///
  /// - Throws: ``MonitoringError``.
  public func confirm() throws(MonitoringError) {
    if let failure = ScreenTimeSession.current?.takeFailure() { throw MonitoringError(failure) }
  }

  private var kept: [String: MonitoredActivity] {
    ScreenTimeSession.askKeepingFailure(ActivityList())?.activities ?? [:]
  }
}
