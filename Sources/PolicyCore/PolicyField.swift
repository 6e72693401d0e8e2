/// The fields of a family's policy, by their names in documents and messages (decision F1).
package enum PolicyField: String, CaseIterable, Hashable, Sendable {
  /// The zone by whose days the family lives.
  case timezone
  /// How many minutes a day are free, before any reward.
  case dailyLimitMinutes = "daily_limit_minutes"
  /// The reading of the wall clock from which use is allowed.
  case allowedStart = "allowed_start"
  /// The reading at which allowed hours end.
  case allowedEnd = "allowed_end"
  /// How many minutes a passed challenge earns.
  case rewardMinutes = "reward_minutes"
  /// The most minutes that can be earned on a day.
  case dailyBonusCapMinutes = "daily_bonus_cap_minutes"
  /// How many questions a challenge has.
  case challengeQuestions = "challenge_questions"
  /// The largest number that a question uses.
  case challengeMaxOperand = "challenge_max_operand"
  /// Which kinds of sums are asked.
  case challengeOperations = "challenge_operations"

  /// Whether a child may have a value of its own; only the zone is the whole family's.
  package var isPerChild: Bool { self != .timezone }

  /// The whole numbers that the field takes; `nil` for a field that is no number.
  package var range: ClosedRange<Int>? {
    switch self {
    case .dailyLimitMinutes, .dailyBonusCapMinutes: 0...1440
    case .rewardMinutes: 1...240
    case .challengeQuestions: 1...50
    case .challengeMaxOperand: 2...1000
    case .timezone, .allowedStart, .allowedEnd, .challengeOperations: nil
    }
  }
}
