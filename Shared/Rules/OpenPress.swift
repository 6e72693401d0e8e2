package import CivilTime
package import ScreenTimeModel

/// What becomes of a press on a shield's "Open" (decisions O2–O4).
package enum OpenPress: Hashable, Sendable {
  /// One open of each of these rules is spent, and a session starts for each.
  case granted([RuleID])
  /// A session lives; nothing is spent.
  case living(until: Instant)
  /// Nothing is spent, and this is why.
  case refused(RuleRefusal)

  /// Decides a press on what `subject` is, given every rule as it is judged now.
  ///
  /// It is granted exactly when the app can be reached afterwards: no rule that covers it blocks. Rules
  /// whose session lives already spend nothing.
  package static func decide(
    _ subject: ShieldSubject, categories: Set<ActivityCategoryToken>, rules: [JudgedRule],
    at moment: Moment
  ) -> OpenPress {
    let covering = rules.filter { RuleShield.covers(subject, categories: categories, $0.rule) }
    if let refusal = refusal(covering, at: moment) { return .refused(refusal) }
    var gated: [RuleID] = []
    var session: Instant?
    for judged in covering {
      switch judged.state {
      case .gated: gated.append(judged.id)
      case .openSession(let until): session = min(session ?? until, until)
      case .disabled, .noDays, .noApps, .paused, .active, .counting, .waiting: break
      }
    }
    if !gated.isEmpty { return .granted(gated) }
    if let session { return .living(until: session) }
    return .refused(
      RuleRefusal(code: .notScheduled, message: "no rule grants opens of this now"))
  }

  /// A rule that blocks for another reason than its opens comes first: tomorrow's opens would not
  /// help then.
  private static func refusal(_ covering: [JudgedRule], at moment: Moment) -> RuleRefusal? {
    var isSpent = false
    var blockEnd: Instant?
    for judged in covering {
      guard let end = judged.state.blockEnd else { continue }
      if judged.rule.configuration.behavior.dailyOpens != nil {
        isSpent = true
      } else {
        blockEnd = max(blockEnd ?? end, end)
      }
    }
    if let blockEnd {
      return RuleRefusal(
        code: .blockedByOther,
        message: "another rule blocks this until \(RuleWords.until(blockEnd, at: moment)); "
          + "no open was spent",
        until: blockEnd)
    }
    guard isSpent else { return nil }
    return RuleRefusal(
      code: .noOpensLeft, message: "no opens are left today; the block lifts tomorrow",
      until: moment.nextMidnight)
  }
}
