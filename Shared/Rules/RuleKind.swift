/// The three kinds of rules.
package enum RuleKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// Blocks during a daily window on chosen days.
  case schedule
  /// Blocks for the rest of the day after some minutes of use.
  case timeLimit
  /// Blocks for the rest of the day after some opens.
  case openLimit
}
