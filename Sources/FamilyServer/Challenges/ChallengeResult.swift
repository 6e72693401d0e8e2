package import CivilTime

/// What became of a submission; kept, and answered again to whoever submits again.
package struct ChallengeResult: Hashable, Codable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case challengeID = "challenge_id"
    case passed
    case correctCount = "correct_count"
    case requiredCount = "required_count"
    case awardedMinutes = "awarded_minutes"
    case rewardID = "reward_id"
    case day
  }

  /// The challenge.
  package let challengeID: String
  /// Whether every answer was right.
  package let passed: Bool
  /// How many answers were right.
  package let correctCount: Int
  /// How many had to be.
  package let requiredCount: Int
  /// What it earned.
  package let awardedMinutes: Int
  /// The grant; `nil` where nothing was earned.
  package let rewardID: String?
  /// The family's day that it counts for.
  package let day: CivilDate

  /// Writes all fields, an absent grant as `null`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(challengeID, forKey: .challengeID)
    try container.encode(passed, forKey: .passed)
    try container.encode(correctCount, forKey: .correctCount)
    try container.encode(requiredCount, forKey: .requiredCount)
    try container.encode(awardedMinutes, forKey: .awardedMinutes)
    try container.encode(rewardID, forKey: .rewardID)
    try container.encode(day, forKey: .day)
  }
}
