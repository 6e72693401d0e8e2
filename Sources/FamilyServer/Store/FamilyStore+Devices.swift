package import CivilTime
import Database
package import PolicyCore

/// A paired device as a parent sees it.
package struct Device: Hashable, Sendable {
  /// The device's id.
  package let id: DeviceID
  /// The child whose it is.
  package let child: ChildID
  /// What it was called when it was paired.
  package let name: String
  /// When it was paired.
  package let pairedAt: Instant
  /// When its access was taken away; `nil` while it has it.
  package let revokedAt: Instant?
  /// What it reported last, and when that came; `nil` before its first report.
  package let lastStatus: ReceivedStatus?
}

/// A report, with the time at which it came.
package struct ReceivedStatus: Hashable, Sendable {
  /// What the device said.
  package let status: DeviceStatus
  /// When it said so, by the server's clock.
  package let reportedAt: Instant
}

/// The device that a call comes from, with what is needed to answer it.
package struct Caller: Hashable, Sendable {
  /// The device.
  package let device: DeviceID
  /// Its child's family.
  package let family: FamilyID
  /// Its child.
  package let child: ChildID
  /// The child's name.
  package let childName: String
  /// The child's effective policy.
  package let policy: FamilyPolicy
  /// The policy's revision.
  package let revision: Int
}

extension FamilyStore {
  /// The device whose token this is; `nil` for nobody's and for a revoked one's (decision F7).
  package func caller(withToken token: Secret) throws -> Caller? {
    let rows = try connection.run(
      """
      SELECT device.id, device.family_id, child.id, child.name, child.overrides, family.policy,
        family.revision
      FROM device JOIN child ON child.id = device.child_id
        JOIN family ON family.id = device.family_id
      WHERE device.token_hash = $1 AND device.revoked_at IS NULL
      """, [.text(token.hash)])
    guard let row = rows.first else { return nil }
    return Caller(
      device: DeviceID(row.text(0)), family: FamilyID(row.text(1)), child: ChildID(row.text(2)),
      childName: row.text(3),
      policy: try effectivePolicy(policy: row.text(5), overrides: row.text(4)),
      revision: row.integer(6))
  }

  /// What a device is told now.
  package func snapshot(for caller: Caller, at now: Instant) throws -> FamilySnapshot {
    let day = Moment(now, in: caller.policy.zone).date
    let earned = Reward.counted(
      earned: try grantedMinutes(to: caller.child, on: day),
      cap: caller.policy.dailyBonusCapMinutes)
    return FamilySnapshot(
      deviceID: caller.device.text, childID: caller.child.text, childName: caller.childName,
      policyRevision: caller.revision, policy: caller.policy, day: day, earnedMinutes: earned,
      serverTime: now.seconds)
  }

  /// Keeps a device's report, in place of the one before.
  ///
  /// One of a revision that there hasn't been is kept too: a server that was restored from an older copy
  /// knows fewer than its devices, and parents are to see that.
  package func report(_ status: DeviceStatus, from caller: Caller, at now: Instant) throws {
    try connection.run(
      "UPDATE device SET status = $1, reported_at = $2 WHERE id = $3",
      [.text(encode(status)), .integer(now.seconds), .text(caller.device.text)])
  }

  /// A child's devices, oldest first, revoked ones too.
  package func devices(of child: ChildID) throws -> [Device] {
    try connection.run(
      Self.selectDevice + " WHERE child_id = $1 ORDER BY paired_at, id",
      [.text(child.text)]
    ).map(device)
  }

  /// A device of a family.
  ///
  /// - Throws: `notFound` for nobody's and for another family's.
  package func device(_ id: DeviceID, in family: FamilyID) throws -> Device {
    let rows = try connection.run(
      Self.selectDevice + " WHERE id = $1 AND family_id = $2", [.text(id.text), .text(family.text)])
    guard let row = rows.first else { throw FamilyError.notFound("device") }
    return try device(row)
  }

  /// Takes a device's access away; a second time changes nothing.
  ///
  /// What the device enforces stays as it is: only its way to the server ends.
  package func revoke(_ id: DeviceID, in family: FamilyID, at now: Instant) throws {
    _ = try device(id, in: family)
    try connection.run(
      "UPDATE device SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL",
      [.integer(now.seconds), .text(id.text)])
  }

  private static let selectDevice =
    "SELECT id, child_id, name, paired_at, revoked_at, status, reported_at FROM device"

  private func device(_ row: SQLRow) throws -> Device {
    var last: ReceivedStatus?
    if let text = row.optionalText(5), let time = row.optionalInteger(6) {
      last = ReceivedStatus(
        status: try decode(DeviceStatus.self, text), reportedAt: Instant(seconds: Int64(time)))
    }
    return Device(
      id: DeviceID(row.text(0)), child: ChildID(row.text(1)), name: row.text(2),
      pairedAt: Instant(seconds: Int64(row.integer(3))),
      revokedAt: row.optionalInteger(4).map { Instant(seconds: Int64($0)) }, lastStatus: last)
  }
}
