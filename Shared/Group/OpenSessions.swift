package import CivilTime
package import OpenAppLockRules

/// The granted opens that haven't been cleared yet, as a value; each rule has one at most.
package struct OpenSessions: Hashable, Sendable, Codable {
  private var sessions: [RuleID: OpenSession] = [:]

  /// Makes an empty set.
  package init() {}

  /// When the session of a rule ends, if it has one that lives.
  package func end(of rule: RuleID, liveAt now: Instant) -> Instant? {
    guard let session = sessions[rule], session.isLive(at: now) else { return nil }
    return session.endsAt
  }

  /// The rules that have a session, live or not.
  package var rules: [RuleID] { sessions.keys.sorted() }

  /// When sessions end, live or not.
  var ends: [Instant] { sessions.values.map(\.endsAt) }

  /// Whether any session is over.
  func hasExpired(at now: Instant) -> Bool { sessions.values.contains { !$0.isLive(at: now) } }

  /// Starts a session.
  mutating func grant(_ rule: RuleID, from start: Instant, until end: Instant) {
    sessions[rule] = OpenSession(grantedAt: start, endsAt: end)
  }

  /// Takes back a session that could not be granted; one that was granted at another time stays.
  mutating func revoke(_ rule: RuleID, grantedAt start: Instant) -> Bool {
    guard sessions[rule]?.grantedAt == start else { return false }
    sessions[rule] = nil
    return true
  }

  /// Forgets sessions that are over.
  mutating func clearExpired(at now: Instant) {
    sessions = sessions.filter { $0.value.isLive(at: now) }
  }
}

/// A granted open.
package struct OpenSession: Hashable, Sendable, Codable {
  /// When it was granted.
  package let grantedAt: Instant
  /// When it ends.
  package let endsAt: Instant

  /// How much earlier than the grant a clock may be that is put right by a time server.
  static let clockTolerance: Duration = .seconds(5 * 60)

  /// Whether it lives.
  ///
  /// Where the clock shows a time well before the grant, somebody has set it back, and a session that is
  /// open for as long as that would be no session of fifteen minutes.
  func isLive(at now: Instant) -> Bool {
    now < endsAt && grantedAt - Self.clockTolerance <= now
  }
}
