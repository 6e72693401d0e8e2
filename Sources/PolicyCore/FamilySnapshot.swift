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

/// Whatever a server says is looked at before anything is done because of it.
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

  /// Reads a snapshot.
  ///
  /// - Throws: for a policy that isn't whole, an id or a name that is none, a revision below 1, and
  ///   earned minutes that a day doesn't have.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    schemaVersion = try fields.decode(Int.self, forKey: .schemaVersion)
    deviceID = try Self.text(.deviceID, of: fields, atMost: 200)
    childID = try Self.text(.childID, of: fields, atMost: 200)
    childName = try Self.text(.childName, of: fields, atMost: 80)
    policyRevision = try Self.number(.policyRevision, of: fields, in: 1...Int(Int32.max))
    policy = try fields.decode(FamilyPolicy.self, forKey: .policy)
    day = try fields.decode(CivilDate.self, forKey: .day)
    earnedMinutes = try Self.number(.earnedMinutes, of: fields, in: 0...1440)
    // The last second of the year 9999.
    serverTime = Int64(try Self.number(.serverTime, of: fields, in: 0...253_402_300_799))
  }

  /// A text that a person may be shown.
  private static func text(
    _ key: CodingKeys, of fields: KeyedDecodingContainer<CodingKeys>, atMost longest: Int
  ) throws -> String {
    let text = try fields.decode(String.self, forKey: key)
    let count = text.unicodeScalars.count
    guard (1...longest).contains(count),
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: fields,
        debugDescription: "1 to \(longest) characters, all of them visible, are needed")
    }
    return text
  }

  private static func number(
    _ key: CodingKeys, of fields: KeyedDecodingContainer<CodingKeys>, in range: ClosedRange<Int>
  ) throws -> Int {
    let number = try fields.decode(Int.self, forKey: key)
    guard range.contains(number) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: fields,
        debugDescription: "\(number) is not from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
