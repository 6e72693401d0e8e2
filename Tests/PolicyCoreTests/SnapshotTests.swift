import CivilTime
import Foundation
import PolicyCore
import Testing

@Suite("What a server says")
struct SnapshotTests {
  private var fields: [String: Any] {
    [
      "schema_version": 1, "device_id": "d", "child_id": "c", "child_name": "Mia",
      "policy_revision": 3, "day": "2025-01-06", "earned_minutes": 15, "server_time": 1_736_164_800,
      "policy": [
        "timezone": "Europe/Berlin", "daily_limit_minutes": 60, "allowed_start": "07:00",
        "allowed_end": "20:00", "reward_minutes": 15, "daily_bonus_cap_minutes": 40,
        "challenge_questions": 10, "challenge_max_operand": 12, "challenge_operations": ["add"],
      ] as [String: Any],
    ]
  }

  private func read(_ changes: [String: Any], policy: [String: Any] = [:]) throws -> FamilySnapshot
  {
    var fields = self.fields.merging(changes) { $1 }
    if let known = fields["policy"] as? [String: Any] {
      fields["policy"] = known.merging(policy) { $1 }
    }
    return try JSONDecoder().decode(
      FamilySnapshot.self, from: JSONSerialization.data(withJSONObject: fields))
  }

  @Test("is taken when it is whole, and written as it was")
  func whole() throws {
    let snapshot = try read([:])
    #expect(snapshot.policyRevision == 3 && snapshot.policy.dailyLimitMinutes == 60)
    let again = try JSONDecoder().decode(
      FamilySnapshot.self, from: try JSONEncoder().encode(snapshot))
    #expect(again == snapshot)
  }

  @Test("is no snapshot with a field out of its bounds")
  func bounds() throws {
    let wrong: [[String: Any]] = [
      ["device_id": ""], ["child_id": String(repeating: "x", count: 201)], ["child_name": ""],
      ["child_name": String(repeating: "x", count: 81)], ["child_name": "\u{1B}[2J"],
      ["policy_revision": 0], ["policy_revision": 1 << 40], ["policy_revision": 1.5],
      ["earned_minutes": -1], ["earned_minutes": 1441], ["server_time": -1],
      ["server_time": Int64.max], ["day": "2025-02-30"], ["policy": "none"],
    ]
    for changes in wrong {
      #expect(throws: (any Error).self, "\(changes)") { try read(changes) }
    }
  }

  @Test("is no snapshot with a policy that is wrong in one field, or has one that nobody knows")
  func policy() throws {
    let wrong: [[String: Any]] = [
      ["daily_limit_minutes": 1441], ["daily_limit_minutes": "60"], ["allowed_end": "24:00"],
      ["reward_minutes": 0], ["timezone": "Mars/Olympus"], ["challenge_operations": ["divide"]],
      ["daily_limit_minutes": 1440], ["bedtime": "20:00"],
    ]
    for changes in wrong {
      #expect(throws: (any Error).self, "\(changes)") { try read([:], policy: changes) }
    }
  }
}
