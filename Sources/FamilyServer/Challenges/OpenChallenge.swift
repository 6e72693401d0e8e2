package import CivilTime

/// A challenge that can be answered, as the device is told of it: the prompts, not the answers.
package struct OpenChallenge: Hashable, Sendable {
  /// The challenge.
  package let id: ChallengeID
  /// The questions.
  package let questions: [Question]
  /// When it can't be answered any more.
  package let expiresAt: Instant
  /// What passing earns at most.
  package let rewardMinutes: Int
  /// The family's day on which it was made.
  package let day: CivilDate
  /// Whether it was made just now; otherwise the device had it already.
  package let isNew: Bool
}
