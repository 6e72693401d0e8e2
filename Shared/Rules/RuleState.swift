package import CivilTime
import ScreenTimeModel

/// What a rule does at a moment; the shield, the words and the refusals follow from it.
package enum RuleState: Hashable, Sendable {
  /// The rule is off.
  case disabled
  /// No day is chosen (decision W5).
  case noDays
  /// Nothing is chosen that it could block (decision W5).
  case noApps
  /// It would block, but a soft unblock holds.
  case paused(until: Instant)
  /// It blocks.
  case active(until: Instant)
  /// It shields, and the shield's button spends one of the opens that are left (decision O1).
  case gated(opensLeft: Int)
  /// An open was granted and hasn't ended.
  case openSession(until: Instant)
  /// It counts use, and blocks when nothing is left.
  case counting(minutesLeft: Int)
  /// It isn't due; `nil` when it never is.
  case waiting(nextStart: Instant?)

  /// Decides what a rule does at a moment; foreground and background both ask this.
  package static func of(_ rule: RuleSnapshot, usage: RuleUsage, at moment: Moment) -> RuleState {
    of(rule, usage: usage, on: LocalDay(moment))
  }

  /// Decides what a rule does, for somebody who asks about many rules at one moment.
  ///
  /// A hard rule that was found blocking blocks until its window ends as it was then: no zone that the
  /// device is carried into, or set to, ends it sooner.
  package static func of(_ rule: RuleSnapshot, usage: RuleUsage, on day: LocalDay) -> RuleState {
    let state = unlocked(rule, usage: usage, on: day)
    guard let locked = usage.lockedUntil, locked > day.now, rule.selection?.isEmpty == false else {
      return state
    }
    return .active(until: max(locked, state.blockEnd ?? locked))
  }

  /// What a rule would do if nothing were remembered of it.
  package static func unlocked(
    _ rule: RuleSnapshot, usage: RuleUsage, on day: LocalDay
  ) -> RuleState {
    guard rule.isEnabled else { return .disabled }
    guard !rule.days.isEmpty else { return .noDays }
    let behavior = rule.configuration.behavior
    guard let selection = rule.selection, behavior.covers(anyOf: selection) else { return .noApps }
    return behavior.state(of: rule, usage: usage, on: day)
  }

  /// The stricter of what a rule does by the trusted time and by a suspect wall clock: one that blocks, or
  /// else one that shields, with the fewer opens; otherwise what it does by the trusted time.
  static func stricter(_ trusted: RuleState, _ suspect: RuleState) -> RuleState {
    if trusted.blocks { return trusted }
    if suspect.blocks { return suspect }
    switch (trusted, suspect) {
    case (.gated(let left), .gated(let other)): return .gated(opensLeft: min(left, other))
    case (_, .gated): return suspect
    default: return trusted
    }
  }

  /// The same state on a time line whose instants lie so much later.
  func moved(by shift: Duration) -> RuleState {
    switch self {
    case .paused(let until): .paused(until: until + shift)
    case .active(let until): .active(until: until + shift)
    case .openSession(let until): .openSession(until: until + shift)
    case .waiting(let next): .waiting(nextStart: next.map { $0 + shift })
    case .disabled, .noDays, .noApps, .gated, .counting: self
    }
  }

  /// Whether the rule's store shields now.
  package var shields: Bool {
    switch self {
    case .active, .gated: true
    case .disabled, .noDays, .noApps, .paused, .openSession, .counting, .waiting: false
    }
  }

  /// Whether the rule blocks now: what Currently Blocking lists and hard mode locks.
  package var blocks: Bool { blockEnd != nil }

  /// Until when the rule blocks, if it does.
  package var blockEnd: Instant? {
    switch self {
    case .active(let until): until
    case .disabled, .noDays, .noApps, .paused, .gated, .openSession, .counting, .waiting: nil
    }
  }
}
