package import DeviceActivity
package import OpenAppLockRules

/// Where one-shot activities are started: the platform, or a test's stand-in.
package protocol ActivityArming {
  /// Starts to monitor an activity, replacing the one of its name.
  func arm(_ activity: PlannedActivity) throws(MonitoringError)
}

/// The platform's activities, by the current session.
package struct ManagedActivities: ActivityArming {
  private let center = DeviceActivityCenter()

  /// Starts by whatever session is current then.
  package init() {}

  package func arm(_ activity: PlannedActivity) throws(MonitoringError) {
    try center.startMonitoring(activity.name, during: activity.schedule, events: activity.events)
  }
}
