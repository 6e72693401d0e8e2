package import CivilTime

/// When the course of time alone changes next what rules do.
///
/// Use, presses and edits are no course of time: whoever goes by this looks again when they happen.
package enum NextChange {
  /// The first instant after a day's moment at which the state of one of these rules, or its day, may be
  /// another: an edge of a window, the end of a pause, of an open or of a lock, a change of the zone's
  /// clock, or else midnight.
  ///
  /// The rules are judged at that moment by the trusted time alone.
  package static func of(_ judged: some Sequence<JudgedRule>, on day: LocalDay) -> Instant {
    var next = min(day.end, clockChange(on: day) ?? day.end)
    for rule in judged { next = change(of: rule, on: day, before: next) }
    return next
  }

  /// When the zone's clock is put forward or back before the next midnight: where that happens a minute
  /// after midnight, it is the day before once more.
  private static func clockChange(on day: LocalDay) -> Instant? {
    let zone = day.moment.zone
    let offset = zone.offset(at: day.now)
    guard zone.offset(at: day.end) != offset else { return nil }
    var (before, after) = (day.now.milliseconds, day.end.milliseconds)
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if zone.offset(at: Instant(milliseconds: middle)) == offset {
        before = middle
      } else {
        after = middle
      }
    }
    return Instant(milliseconds: after)
  }

  /// A locked rule's own window matters as well: beside it the lock needs somebody who wakes at its end.
  private static func change(
    of judged: JudgedRule, on day: LocalDay, before latest: Instant
  ) -> Instant {
    var next = latest
    func note(_ instant: Instant?) {
      if let instant, instant > day.now, instant < next { next = instant }
    }
    note(judged.state.turn)
    note(judged.usage.sessionUntil)
    guard let locked = judged.usage.lockedUntil else { return next }
    note(locked)
    note(RuleState.unlocked(judged.rule, usage: judged.usage, on: day).turn)
    return next
  }
}

extension RuleState {
  /// When the state ends by itself; `nil` for one that lasts through the day.
  fileprivate var turn: Instant? {
    switch self {
    case .paused(let until), .active(let until), .openSession(let until): until
    case .waiting(let nextStart): nextStart
    case .disabled, .noDays, .noApps, .gated, .counting: nil
    }
  }
}
