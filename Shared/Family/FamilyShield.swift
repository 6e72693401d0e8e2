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
    content.subtitle = subtitle(reason, snapshot, at: now)
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
    _ reason: DeviceVerdict.Reason, _ snapshot: FamilySnapshot, at now: Instant
  ) -> String {
    switch reason {
    case .outsideAllowedHours:
      let hours = snapshot.policy.allowedHours
      return "Allowed from \(hours.from) to \(hours.to)."
    case .monitoringFailed: return "This machine can't count the time. Ask a parent to look at it."
    case .allowanceReached: return wayOn(snapshot, at: now)
    }
  }

  /// How there is more: by a challenge, or only tomorrow.
  private static func wayOn(_ snapshot: FamilySnapshot, at now: Instant) -> String {
    let award = snapshot.nextAward(on: Moment(now, in: snapshot.policy.zone).date)
    guard award > 0 else { return "There is more tomorrow." }
    let questions = snapshot.policy.challengeQuestions.counted("question")
    return "Answer \(questions) to earn \(award.counted("minute")): family-device challenge"
  }
}
