import CivilTime
import PolicyCore
package import ScreenTimeClient
package import ScreenTimeModel

/// What the shield of a family says to a child.
package enum FamilyShield {
  /// The shield's words for what holds now.
  ///
  /// - Parameter state: `nil` where it can't be read; there is a shield all the same.
  package static func content(
    of state: FamilyState?, at now: Instant, suspicion: Suspicion?
  ) -> ShieldContent {
    guard let state, let snapshot = state.snapshot else {
      return ShieldContent(title: "Not now", primaryButton: "OK")
    }
    guard case .shielded(let reason)? = state.verdict(at: now, suspicion: suspicion) else {
      // Between the verdict and the store: the shield is about to go.
      return ShieldContent(title: "Not now", primaryButton: "OK")
    }
    var content = ShieldContent(title: title(reason), primaryButton: "OK")
    content.subtitle = subtitle(reason, state, snapshot, at: now)
    return content
  }

  private static func title(_ reason: DeviceVerdict.Reason) -> String {
    switch reason {
    case .allowanceReached: "Time's up for today"
    case .outsideAllowedHours: "Not at this time"
    case .monitoringFailed: "Not now"
    }
  }

  private static func subtitle(
    _ reason: DeviceVerdict.Reason, _ state: FamilyState, _ snapshot: FamilySnapshot,
    at now: Instant
  ) -> String {
    let policy = snapshot.policy
    switch reason {
    case .outsideAllowedHours: return "Allowed from \(policy.allowedHours)."
    case .monitoringFailed: return "This machine can't count the time. Ask a parent to look at it."
    case .allowanceReached:
      let day = Moment(now, in: policy.zone).date
      let earned = day == snapshot.day ? snapshot.earnedMinutes : 0
      let award = Reward.award(
        reward: policy.rewardMinutes, cap: policy.dailyBonusCapMinutes, earned: earned)
      guard award > 0 else { return "There is more tomorrow." }
      return "Answer \(policy.challengeQuestions) questions to earn \(award) minutes:"
        + " family-device challenge"
    }
  }
}
