public import DeviceActivity
import FamilyShared

/// What the family's monitor extension does: it takes note of use, and works out what holds, whenever a
/// day or the allowed hours start or end and whenever use reaches a threshold.
///
/// It never speaks to the server and can't: it has no credentials.
open class FamilyActivityMonitor: DeviceActivityMonitor {
  open override class var extensionIdentifier: String { FamilyIdentity.monitor }
  open override class var appGroup: String { FamilyIdentity.appGroup }

  open override func intervalDidStart(for activity: DeviceActivityName) {
    FamilyCallbacks().edge(of: activity, context)
  }

  /// The same as for a start: which of the two it is may not be true any more.
  open override func intervalDidEnd(for activity: DeviceActivityName) {
    FamilyCallbacks().edge(of: activity, context)
  }

  open override func eventDidReachThreshold(
    _ event: DeviceActivityEvent.Name, activity: DeviceActivityName
  ) {
    FamilyCallbacks().reached(event, of: activity, context)
  }
}
