import DeviceActivity
import OpenAppLockShared

/// The monitor extension: it works out what holds now, whenever a window or a day starts or ends, use
/// reaches a minute of a budget, or a granted open ends.
@main
final class OpenAppLockMonitor: DeviceActivityMonitor {
  private let group = ExtensionGroup()

  override class var extensionIdentifier: String { OpenAppLockIdentity.monitor }
  override class var appGroup: String { OpenAppLockIdentity.appGroup }

  override func intervalDidStart(for activity: DeviceActivityName) {
    group.intervalEdge(of: activity, context)
  }

  /// The same as for a start: which of the two it is may not be true any more.
  override func intervalDidEnd(for activity: DeviceActivityName) {
    group.intervalEdge(of: activity, context)
  }

  override func eventDidReachThreshold(
    _ event: DeviceActivityEvent.Name, activity: DeviceActivityName
  ) {
    group.thresholdReached(event, of: activity, context)
  }
}
