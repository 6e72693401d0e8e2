package import CivilTime
package import OpenAppLockRules

/// The ends of hard rules that were found blocking, as a value.
///
/// A window's end is an instant only in the zone in which it is asked for. For a hard rule the first answer
/// holds, so that no change of the zone makes it end sooner.
package struct HardLocks: Hashable, Sendable, Codable {
  private var locks: [RuleID: HardLock] = [:]
  private var writings = 0

  /// Makes an empty set.
  package init() {}

  /// Until when a rule is locked; `nil` when nothing is remembered that holds now.
  package func end(of rule: RuleID, at now: Instant) -> Instant? {
    guard let lock = locks[rule], lock.holds(at: now) else { return nil }
    return lock.until
  }

  /// When locks end, whether they hold or not.
  var ends: [Instant] { locks.values.map(\.until) }

  /// Whether somebody wakes the monitor when a rule's lock ends.
  func wakes(_ rule: RuleID) -> Bool { locks[rule]?.wakes ?? false }

  /// Notes that somebody wakes the monitor when a rule's lock ends.
  mutating func noteWake(_ rule: RuleID) { locks[rule]?.wakes = true }

  /// Remembers that a rule was found blocking; a lock never gets shorter.
  mutating func remember(_ rule: RuleID, from now: Instant, until end: Instant) {
    if let known = locks[rule], known.holds(at: now), known.until >= end { return }
    let since = locks[rule].flatMap { $0.holds(at: now) ? $0.since : nil } ?? now
    locks[rule] = HardLock(since: since, until: end)
  }

  /// Whether another set locks the same.
  func locksSame(as other: HardLocks) -> Bool { locks == other.locks }

  /// Makes the written form another one than before.
  mutating func countWriting() { writings += 1 }

  /// Forgets locks that are over.
  mutating func clearExpired(at now: Instant) {
    locks = locks.filter { $0.value.holds(at: now) }
  }
}

/// A hard rule that was found blocking.
struct HardLock: Hashable, Sendable, Codable {
  /// When it was found.
  let since: Instant
  /// When its window ends.
  let until: Instant
  /// Whether somebody wakes the monitor then.
  var wakes: Bool?

  /// Whether it holds.
  ///
  /// The trusted time goes back only where a time server or an administrator puts it right; what was
  /// found while it was wrong was no window.
  func holds(at now: Instant) -> Bool {
    now < until && since - TrustedClock.tolerance <= now
  }
}
