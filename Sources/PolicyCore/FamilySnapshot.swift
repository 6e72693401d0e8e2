package import CivilTime

/// What a device is told: the child's effective policy and what today has earned.
///
/// The body of `GET /v1/device/snapshot`.
package struct FamilySnapshot: Hashable, Sendable {
  /// The version of this shape that is spoken here.
  package static let version = 1

  /// The version of the shape.
  package let schemaVersion: Int
  /// The device that it is for.
  package let deviceID: String
  /// The child whose device it is.
  package let childID: String
  /// The child's name.
  package let childName: String
  /// The revision of the family's policy, ever growing.
  package let policyRevision: Int
  /// The child's effective policy.
  package let policy: FamilyPolicy
  /// The family's day at the time of the answer.
  package let day: CivilDate
  /// What that day has earned, within the cap.
  package let earnedMinutes: Int
  /// The server's time in Unix seconds.
  package let serverTime: Int64

  /// Makes a snapshot.
  package init(
    deviceID: String, childID: String, childName: String, policyRevision: Int,
    policy: FamilyPolicy, day: CivilDate, earnedMinutes: Int, serverTime: Int64
  ) {
    schemaVersion = Self.version
    self.deviceID = deviceID
    self.childID = childID
    self.childName = childName
    self.policyRevision = policyRevision
    self.policy = policy
    self.day = day
    self.earnedMinutes = earnedMinutes
    self.serverTime = serverTime
  }
}

extension FamilySnapshot: Codable {
  private enum CodingKeys: String, CodingKey {
    case schemaVersion = "schema_version"
    case deviceID = "device_id"
    case childID = "child_id"
    case childName = "child_name"
    case policyRevision = "policy_revision"
    case policy
    case day
    case earnedMinutes = "earned_minutes"
    case serverTime = "server_time"
  }
}
