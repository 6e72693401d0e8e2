package import CivilTime

/// Hard mode and soft unblocks: who may do what, and until when not (decisions U1–U5).
///
/// The lock follows the state, and the state follows the window: a midnight inside a window
/// changes nothing (U4), and a hard open-limit rule with opens left locks nothing (U3).
package enum RulePolicy {
  /// Whether there is no way out of the rule now.
  package static func isHardLocked(_ rule: RuleSnapshot, _ state: RuleState) -> Bool {
    rule.hardMode && state.blocks
  }

  /// The hard rule that locks longest, if any does; when it ends nothing is locked any more.
  package static func lockingRule(among rules: some Sequence<JudgedRule>) -> JudgedRule? {
    var locking: (rule: JudgedRule, until: Instant)?
    for judged in rules where judged.rule.hardMode {
      guard let until = judged.state.blockEnd else { continue }
      if let known = locking, known.until >= until { continue }
      locking = (judged, until)
    }
    return locking?.rule
  }

  /// Whether lists are read-only now.
  package static func areListsLocked(_ rules: some Sequence<JudgedRule>) -> Bool {
    lockingRule(among: rules) != nil
  }

  /// Whether applications may not be removed now: the user asked for it, and a hard rule blocks.
  package static func shouldDenyAppRemoval(
    _ rules: some Sequence<JudgedRule>, enabled: Bool
  ) -> Bool {
    enabled && rules.contains { isHardLocked($0.rule, $0.state) }
  }

  /// Why an edit of a rule is refused; `nil` when it isn't.
  package static func refusal(
    of edit: RuleEdit, on judged: JudgedRule, at moment: Moment
  ) -> RuleRefusal? {
    if let refusal = hardModeRefusal(of: edit, on: judged, at: moment) { return refusal }
    switch edit {
    case .edit, .enable, .disable, .delete: return nil
    case .unblock:
      guard !judged.state.blocks else { return nil }
      return RuleRefusal(
        code: .notScheduled,
        message: "\"\(judged.rule.name)\" is not blocking now, so there is nothing to unblock",
        rule: judged.id)
    }
  }

  /// Why an edit of what rules share is refused; `nil` when it isn't.
  package static func refusal(
    of edit: SharedEdit, among rules: some Sequence<JudgedRule>, at moment: Moment
  ) -> RuleRefusal? {
    guard let judged = lockingRule(among: rules), let until = judged.state.blockEnd else {
      return nil
    }
    let prevented =
      switch edit {
      case .editList: "no list can be edited"
      case .deleteList: "no list can be deleted"
      case .endUninstallProtection: "uninstall protection stays on"
      }
    return hardModeRefusal(judged.rule, until: until, at: moment, prevented: prevented)
  }

  /// When a soft unblock that is made now ends: with the window, or at midnight for a limit (U1);
  /// `nil` when the rule has no window now.
  package static func pauseEnd(_ rule: RuleSnapshot, at moment: Moment) -> Instant? {
    pauseEnd(rule, on: LocalDay(moment))
  }

  /// Why a soft unblock would open nothing, although the rule blocks: it does so by a suspect wall clock
  /// alone, and by the trusted time there is no window that a pause could end with.
  package static func refusalOfPause(_ rule: RuleSnapshot, at moments: Moments) -> RuleRefusal? {
    guard moments.suspect != nil, pauseEnd(rule, on: moments.day) == nil else { return nil }
    return RuleRefusal(
      code: .notScheduled,
      message: "\"\(rule.name)\" blocks only because the wall clock can't be trusted now",
      rule: rule.id)
  }

  /// The pause that a rule still has after an edit: none for a hard rule (U2) or outside its window,
  /// and never one that outlasts the window as it is now (U1).
  package static func pauseAfterEdit(_ rule: RuleSnapshot, at moment: Moment) -> Instant? {
    guard let pause = rule.pause(inForceAt: moment.instant),
      let end = pauseEnd(rule, at: moment)
    else { return nil }
    return min(pause, end)
  }

  private static func pauseEnd(_ rule: RuleSnapshot, on day: LocalDay) -> Instant? {
    guard rule.effectiveSelection != nil else { return nil }
    return rule.configuration.behavior.pauseEnd(days: rule.days, on: day)
  }

  private static func hardModeRefusal(
    of edit: RuleEdit, on judged: JudgedRule, at moment: Moment
  ) -> RuleRefusal? {
    guard judged.rule.hardMode, let until = judged.state.blockEnd else { return nil }
    let prevented: String
    switch edit {
    case .enable: return nil
    case .edit: prevented = "it can't be edited"
    case .disable: prevented = "it can't be disabled"
    case .delete: prevented = "it can't be deleted"
    case .unblock: prevented = "it can't be unblocked"
    }
    return hardModeRefusal(judged.rule, until: until, at: moment, prevented: prevented)
  }

  private static func hardModeRefusal(
    _ rule: RuleSnapshot, until: Instant, at moment: Moment, prevented: String
  ) -> RuleRefusal {
    RuleRefusal(
      code: .hardMode,
      message: "\"\(rule.name)\" is in hard mode and blocks until "
        + "\(RuleWords.until(until, at: moment)); until then \(prevented)",
      rule: rule.id, until: until)
  }
}
