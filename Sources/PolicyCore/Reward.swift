/// What a passed challenge earns (decision F2).
package enum Reward {
  /// The minutes that the next pass earns: the reward, or what the day's cap leaves of it.
  ///
  /// - Parameters:
  ///   - reward: The minutes of a whole reward.
  ///   - cap: The most minutes that the day may earn.
  ///   - earned: The minutes that the day has earned already.
  package static func award(reward: Int, cap: Int, earned: Int) -> Int {
    max(0, min(reward, cap - earned))
  }

  /// The minutes that count today: grants that were made under a higher cap don't go beyond the
  /// present one.
  package static func counted(earned: Int, cap: Int) -> Int { max(0, min(earned, cap)) }
}
