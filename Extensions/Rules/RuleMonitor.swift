public import DeviceActivity
import OpenAppLockShared

/// What the monitor extension does: it works out what holds now, whenever a window or a day starts or ends, use
/// reaches a minute of a budget, or a granted open ends.
open class RuleMonitor: DeviceActivityMonitor {
  private let group = ExtensionGroup()

  open override class var extensionIdentifier: String { OpenAppLockIdentity.monitor }
  open override class var appGroup: String { OpenAppLockIdentity.appGroup }

  open override func intervalDidStart(for activity: DeviceActivityName) {
    group.intervalEdge(of: activity, context)
  }

  /// The same as for a start: which of the two it is may not be true any more.
  open override func intervalDidEnd(for activity: DeviceActivityName) {
    group.intervalEdge(of: activity, context)
  }

  open override func eventDidReachThreshold(
    _ event: DeviceActivityEvent.Name, activity: DeviceActivityName
  ) {
    group.thresholdReached(event, of: activity, context)
  }
}
