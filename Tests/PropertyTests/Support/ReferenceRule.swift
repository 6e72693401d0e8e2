/// A rule in the reference, and what it does at an instant: written from the rules document and the
/// decisions, with nothing of the product's.
struct ReferenceRule: Hashable, Sendable {
  /// Its fields.
  var fields: TraceRule
  /// Until when a soft unblock holds.
  var pausedUntil: Int?
  /// Whether it was deleted.
  var isDeleted = false

  /// What is known of it at an instant.
  struct Facts: Hashable, Sendable {
    /// Minutes of the day.
    var minutes = 0
    /// Opens of the day.
    var opens = 0
    /// When the open that lives ends.
    var session: Int?
    /// Until when it was found blocking in hard mode.
    var lock: Int?
  }

  /// Whether it can block at all (W5).
  func isEffective(_ list: TraceList?) -> Bool {
    guard !isDeleted, fields.enabled, !fields.days.isEmpty, let list else { return false }
    return fields.kind == .schedule && fields.allowsOnly ? !list.apps.isEmpty : !list.isEmpty
  }

  /// What it does at an instant.
  func state(
    at now: Int, in zone: ReferenceZone, list: TraceList?, _ facts: Facts
  ) -> ReferenceState {
    let own = unlocked(at: now, in: zone, list: list, facts)
    guard !isDeleted, let lock = facts.lock, lock > now else { return own }
    return .active(until: max(lock, own.blockEnd ?? lock))
  }

  /// What it does by its fields alone.
  private func unlocked(
    at now: Int, in zone: ReferenceZone, list: TraceList?, _ facts: Facts
  ) -> ReferenceState {
    guard isEffective(list) else { return .idle }
    let day = zone.day(now)
    let midnight = zone.midnight(day + 1)
    switch fields.kind {
    case .schedule:
      guard let window = window(at: now, in: zone) else { return .idle }
      if let pause = pause(at: now) { return .paused(until: min(pause, window.end)) }
      return .active(until: window.end)
    case .timeLimit:
      guard isDue(on: day) else { return .idle }
      guard facts.minutes >= fields.minutes else {
        return .counting(left: fields.minutes - facts.minutes)
      }
      if let pause = pause(at: now) { return .paused(until: min(pause, midnight)) }
      return .active(until: midnight)
    case .openLimit:
      guard isDue(on: day) else { return .idle }
      if let pause = pause(at: now) { return .paused(until: min(pause, midnight)) }
      if let session = facts.session { return .session(until: session) }
      let left = max(0, fields.opens - facts.opens)
      return left == 0 ? .active(until: midnight) : .gated(left: left)
    }
  }

  /// Whether it is due on a date.
  func isDue(on day: Int) -> Bool { fields.days.contains(CivilDay.weekday(day)) }

  /// Whether use counts for it on a date.
  func counts(on day: Int, _ list: TraceList?) -> Bool {
    fields.kind == .timeLimit && isEffective(list) && isDue(on: day)
  }

  /// When a soft unblock that is made now ends (U1).
  func pauseEnd(at now: Int, in zone: ReferenceZone, list: TraceList?) -> Int? {
    guard isEffective(list) else { return nil }
    if fields.kind == .schedule { return window(at: now, in: zone)?.end }
    let day = zone.day(now)
    return isDue(on: day) ? zone.midnight(day + 1) : nil
  }

  /// Lets go of a pause that has no window, or that a hard rule has, after a change (U1, U2).
  mutating func settlePause(at now: Int, in zone: ReferenceZone, list: TraceList?) {
    guard let pause = pause(at: now), let end = pauseEnd(at: now, in: zone, list: list) else {
      pausedUntil = nil
      return
    }
    pausedUntil = min(pause, end)
  }

  /// The instants after now, in the next two days, at which the rule may do something else.
  func edges(after now: Int, in zone: ReferenceZone) -> [Int] {
    let day = zone.day(now)
    var edges = [zone.midnight(day), zone.midnight(day + 1), zone.midnight(day + 2)]
    if fields.kind == .schedule {
      for day in day - 2...day + 2 {
        if let window = window(startingOn: day, in: zone) { edges += [window.start, window.end] }
      }
    }
    if let pausedUntil { edges.append(pausedUntil) }
    return edges.filter { $0 > now }
  }

  private func pause(at now: Int) -> Int? {
    guard !fields.hard, let pausedUntil, pausedUntil > now else { return nil }
    return pausedUntil
  }

  /// The window that holds an instant; of several the one that opened last.
  private func window(at now: Int, in zone: ReferenceZone) -> (start: Int, end: Int)? {
    let day = zone.day(now)
    for start in [day + 1, day, day - 1, day - 2] where isDue(on: start) {
      if let window = window(startingOn: start, in: zone), window.start <= now, now < window.end {
        return window
      }
    }
    return nil
  }

  /// The window that opens on a date: readings of the clock, the first and the last of their kind (W1 to
  /// W3).
  private func window(startingOn day: Int, in zone: ReferenceZone) -> (start: Int, end: Int)? {
    let start = zone.first(day, fields.from)
    let end = zone.last(fields.to <= fields.from ? day + 1 : day, fields.to)
    return start < end ? (start, end) : nil
  }
}
