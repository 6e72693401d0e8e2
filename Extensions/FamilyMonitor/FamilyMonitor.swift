import DeviceActivity
import FamilyExtensions

/// The family's monitor extension: woken at midnight, at the edges of the allowed hours, and at thresholds.
@main
final class FamilyMonitor: FamilyActivityMonitor {}
