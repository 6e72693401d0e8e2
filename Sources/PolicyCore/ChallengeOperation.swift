/// A kind of sum that a challenge asks for.
package enum ChallengeOperation: String, CaseIterable, Hashable, Codable, Sendable {
  /// `3 + 4`.
  case add
  /// `7 − 4`; never below zero.
  case subtract
  /// `3 × 4`.
  case multiply
}
