import CivilTime
import OpenAppLockRules

/// What ledger and sessions say, as far as it is known.
struct Facts {
  /// The ledger.
  let usage: Found<UsageBook>
  /// The granted opens.
  let sessions: Found<OpenSessions>

  /// Whether both are sure to be what was written last.
  var areCertain: Bool { usage.isCertain && sessions.isCertain }

  /// The facts about a rule.
  func usage(of rule: RuleID, on day: LocalDay) -> RuleUsage {
    let used = usage.content?.usage(of: rule, on: day.date) ?? .none
    return RuleUsage(
      minutes: used.minutes, opens: used.opens,
      sessionUntil: sessions.content?.end(of: rule, liveAt: day.now))
  }

  /// What follows for each rule.
  func judge(_ rules: [RuleSnapshot], on day: LocalDay) -> [JudgedRule] {
    rules.map { JudgedRule($0, usage: usage(of: $0.id, on: day), on: day) }
  }

  /// Whether a rule's shield may be lifted.
  ///
  /// What rests on a ledger or sessions that are not certain lifts nothing (decision P5).
  func mayLift(_ state: RuleState) -> Bool {
    switch state {
    case .counting: usage.isCertain
    case .openSession: areCertain
    case .disabled, .noDays, .noApps, .paused, .active, .gated, .waiting: true
    }
  }
}
