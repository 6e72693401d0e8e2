import DeviceActivity
import OpenAppLockExtensions

/// The monitor extension: woken at the edges of windows and days, at thresholds, and when an open ends.
@main
final class OpenAppLockMonitor: RuleMonitor {}
