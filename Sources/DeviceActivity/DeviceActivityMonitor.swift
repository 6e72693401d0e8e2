package import Bus
import Glibc
public import ScreenTimeClient
public import ScreenTimeModel
package import ScreenTimeProtocol

/// The superclass of a monitor extension: it is woken at the edges of intervals, before them, and
/// when use reaches a threshold.
///
/// A subclass overrides the callbacks that it needs, `extensionIdentifier` and `appGroup`, and is
/// marked `@main`. A callback may come late, twice or out of order (decision P4): it works out
/// anew what holds at ``ExtensionPrincipal/context``'s time rather than trusting its own name.
open class DeviceActivityMonitor: ExtensionPrincipal {
  /// Makes the monitor.
  public required init() {
    super.init()
  }

  /// Serves the extension: this is its program.
  public static func main() {
    exit(ExtensionProgram(self).run())
  }

  /// The activity's interval has started, or monitoring was started inside it.
  open func intervalDidStart(for activity: DeviceActivityName) {}

  /// The activity's interval has ended, or monitoring was stopped inside it.
  open func intervalDidEnd(for activity: DeviceActivityName) {}

  /// The activity's interval starts when the schedule's warning time has passed.
  open func intervalWillStartWarning(for activity: DeviceActivityName) {}

  /// The activity's interval ends when the schedule's warning time has passed.
  open func intervalWillEndWarning(for activity: DeviceActivityName) {}

  /// Use within the activity's interval has reached the event's threshold.
  open func eventDidReachThreshold(
    _ event: DeviceActivityEvent.Name, activity: DeviceActivityName
  ) {}

  /// Use reaches the event's threshold when it has gone on for the schedule's warning time.
  open func eventWillReachThresholdWarning(
    _ event: DeviceActivityEvent.Name, activity: DeviceActivityName
  ) {}
}

extension DeviceActivityMonitor: ExtensionHandler {
  /// A monitor extension.
  package static var extensionPoint: ExtensionPoint { .monitor }

  /// Calls the subclass's method for what happened.
  ///
  /// - Throws: `malformed` for a threshold callback that names no event.
  package func respond(to call: ActivityCallback) throws(BusError) -> Quiet {
    switch call.callback {
    case .intervalDidStart: intervalDidStart(for: call.activity)
    case .intervalDidEnd: intervalDidEnd(for: call.activity)
    case .intervalWillStartWarning: intervalWillStartWarning(for: call.activity)
    case .intervalWillEndWarning: intervalWillEndWarning(for: call.activity)
    case .eventDidReachThreshold:
      eventDidReachThreshold(try event(of: call), activity: call.activity)
    case .eventWillReachThresholdWarning:
      eventWillReachThresholdWarning(try event(of: call), activity: call.activity)
    }
    return Quiet(until: context.quietUntil)
  }

  private func event(of call: ActivityCallback) throws(BusError) -> DeviceActivityEventName {
    guard let event = call.event else {
      throw BusError(
        code: .malformed, message: "\(call.callback.rawValue) came without the event's name")
    }
    return event
  }
}
