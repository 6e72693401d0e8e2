import CivilTime
import OpenAppLockRules

/// What ledger and sessions say, as far as it is known.
///
/// Where the ledger isn't certain the restrictive reading holds: a time limit whose store says something
/// is spent, and of an open limit of which nothing is known no open is left. So nothing that rests on
/// it is lifted, and no hard rule unlocks, by damage.
struct Facts {
  /// The ledger.
  let usage: Found<UsageBook>
  /// The granted opens.
  let sessions: Found<OpenSessions>
  /// The ends of hard rules that were found blocking.
  let locks: Found<HardLocks>
  /// The stores that say something; needed where the ledger isn't certain.
  var storesInUse: Set<String> = []

  /// Whether both are sure to be what was written last.
  var areCertain: Bool { usage.isCertain && sessions.isCertain && locks.isCertain }

  /// The facts about a rule on a day.
  ///
  /// - Parameter first: The day whose budget holds; what was used since counts.
  private func usage(
    of rule: RuleSnapshot, on day: LocalDay, since first: CivilDate
  ) -> RuleUsage {
    facts(
      of: rule, on: day,
      used: usage.content?.usage(of: rule.id, from: first, through: day.date) ?? .none)
  }

  private func facts(of rule: RuleSnapshot, on day: LocalDay, used: DayUsage) -> RuleUsage {
    var used = used
    if !usage.isCertain { restrict(&used, of: rule) }
    return RuleUsage(
      minutes: used.minutes, opens: used.opens,
      sessionUntil: sessions.content?.end(of: rule.id, liveAt: day.now),
      lockedUntil: locks.content?.end(of: rule.id, at: day.now))
  }

  /// The facts that hold while the wall clock is suspect: no day but the one on which both clocks agreed
  /// last has a budget of its own yet (decision C3).
  private func doubt(about rule: RuleSnapshot, at moments: Moments) -> JudgedRule.Doubt? {
    guard let suspect = moments.suspect else { return nil }
    let held = usage(of: rule, on: moments.day, since: moments.budgetDay)
    let isBehind = suspect.date < moments.day.date
    return JudgedRule.Doubt(
      usage: held,
      wallUsage: isBehind ? usage(of: rule, on: suspect, since: suspect.date) : held)
  }

  private func restrict(_ used: inout DayUsage, of rule: RuleSnapshot) {
    if let minutes = rule.dailyMinutes, storesInUse.contains(RuleStoreName.rule(rule.id)) {
      used.minutes = max(used.minutes, minutes)
    }
    if usage.content == nil, let opens = rule.dailyOpens { used.opens = max(used.opens, opens) }
  }

  /// What follows for each rule.
  func judge(_ rules: [RuleSnapshot], at moments: Moments) -> [JudgedRule] {
    let today = usage.content?.usage(on: moments.day.date) ?? [:]
    return rules.map { rule in
      JudgedRule(
        rule, usage: facts(of: rule, on: moments.day, used: today[rule.id] ?? .none),
        doubt: doubt(about: rule, at: moments), at: moments)
    }
  }

  /// Whether a rule's shield may be lifted.
  ///
  /// What rests on a ledger or sessions that are not certain lifts nothing (decision P5).
  func mayLift(_ judged: JudgedRule) -> Bool {
    if judged.rule.hardMode, !locks.isCertain { return false }
    return switch judged.state {
    case .counting: usage.isCertain
    case .openSession: usage.isCertain && sessions.isCertain
    case .disabled, .noDays, .noApps, .paused, .active, .gated, .waiting: true
    }
  }
}
