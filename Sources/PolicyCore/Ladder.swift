/// The minutes of use at which a device has to look again (decision F5).
package enum Ladder {
  /// The thresholds of a day on which something has been earned, ascending, each once.
  ///
  /// Two ladders together: from the base allowance in steps of a whole reward up to the cap, which is
  /// what holds on a new day without a server; and the same from what is earned now, so that a
  /// reward of another size in the middle of a day can be represented. The last step may be part of
  /// a reward. Nothing lies above the base and the cap; with a base of 0 the first threshold is 0:
  /// blocked from the start of the day.
  package static func thresholds(base: Int, reward: Int, cap: Int, earned: Int) -> [Int] {
    let top = base + cap
    let counted = Reward.counted(earned: earned, cap: cap)
    let ordinary = steps(from: base, by: reward, to: top)
    let shifted = steps(from: base + counted, by: reward, to: top)
    return Set(ordinary + shifted).sorted()
  }

  /// The thresholds of a policy.
  package static func thresholds(of policy: FamilyPolicy, earned: Int) -> [Int] {
    thresholds(
      base: policy.dailyLimitMinutes, reward: policy.rewardMinutes,
      cap: policy.dailyBonusCapMinutes, earned: earned)
  }

  private static func steps(from base: Int, by reward: Int, to top: Int) -> [Int] {
    precondition(reward > 0, "a reward is at least a minute")
    var steps = Array(stride(from: base, to: top, by: reward))
    steps.append(top)
    return steps
  }
}
