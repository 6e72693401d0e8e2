import CivilTime
import PolicyCore

/// A child with what today has come to, and the devices.
struct ChildSummary {
  /// The child.
  let child: Child
  /// What the family's day has earned, within the cap.
  let earnedMinutes: Int
  /// The devices, oldest first, revoked ones too.
  let devices: [Device]

  /// Collects it.
  init(_ child: Child, from store: FamilyStore, at now: Instant) throws {
    self.child = child
    earnedMinutes = try store.earnedMinutes(
      of: child, on: Moment(now, in: child.policy.zone).date)
    devices = try store.devices(of: child.id)
  }

  /// The devices that are let in.
  var pairedDevices: [Device] { devices.filter { $0.revokedAt == nil } }
}
