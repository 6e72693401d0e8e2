import CivilTime
import DeviceActivity
import ScreenTimeProtocol

/// A monitor that notes what it is told and does what a test wants.
final class TestMonitor: DeviceActivityMonitor {
  override class var extensionIdentifier: String { "dev.example.monitor" }
  override class var appGroup: String { "group.example" }

  var seen: [String] = []
  var body: (TestMonitor) -> Void = { _ in }

  convenience init(_ body: @escaping (TestMonitor) -> Void) {
    self.init()
    self.body = body
  }

  private func note(_ line: String) {
    seen.append(line)
    body(self)
  }

  override func intervalDidStart(for activity: DeviceActivityName) {
    note("did start \(activity.rawValue)")
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    note("did end \(activity.rawValue)")
  }

  override func intervalWillStartWarning(for activity: DeviceActivityName) {
    note("will start \(activity.rawValue)")
  }

  override func intervalWillEndWarning(for activity: DeviceActivityName) {
    note("will end \(activity.rawValue)")
  }

  override func eventDidReachThreshold(
    _ event: DeviceActivityEvent.Name, activity: DeviceActivityName
  ) {
    note("did reach \(event.rawValue) of \(activity.rawValue)")
  }

  override func eventWillReachThresholdWarning(
    _ event: DeviceActivityEvent.Name, activity: DeviceActivityName
  ) {
    note("will reach \(event.rawValue) of \(activity.rawValue)")
  }
}

/// A callback of the example activity, at 2025-01-06 10:00 in Berlin.
func callback(
  _ kind: ActivityCallbackKind = .intervalDidStart, event: String? = nil,
  zone: String = "Europe/Berlin"
) -> ActivityCallback {
  ActivityCallback(
    callback: kind, activity: DeviceActivityName("focus"),
    event: event.map { DeviceActivityEventName($0) }, now: Instant(seconds: 1_736_154_000),
    zone: zone)
}
