package import ScreenTimeModel

/// What an activity of ours is for; its name carries the rule.
package enum RuleActivityName: Hashable, Sendable {
  /// A schedule's window, `sched-<id>`, up to midnight where it crosses it.
  case window(RuleID)
  /// The rest of a window that crosses midnight, `sched2-<id>`.
  case windowAfterMidnight(RuleID)
  /// A limit's day, `rule-<id>`.
  case day(RuleID)
  /// A granted open, `open-session-<id>`.
  case openSession(RuleID)
  /// The end of a hard rule's window that another zone has moved, `lock-<id>`.
  case hardLock(RuleID)

  /// Reads a name; `nil` for an activity that isn't ours.
  package init?(_ name: DeviceActivityName) {
    let text = name.rawValue
    for (prefix, make) in Self.prefixes where text.hasPrefix(prefix) {
      guard let id = RuleID(storedText: text.dropFirst(prefix.utf8.count)) else { return nil }
      self = make(id)
      return
    }
    return nil
  }

  /// The rule.
  package var rule: RuleID {
    switch self {
    case .window(let id), .windowAfterMidnight(let id), .day(let id), .openSession(let id),
      .hardLock(let id):
      id
    }
  }

  /// The name to monitor under.
  package var name: DeviceActivityName {
    switch self {
    case .window(let id): DeviceActivityName("sched-\(id)")
    case .windowAfterMidnight(let id): DeviceActivityName("sched2-\(id)")
    case .day(let id): DeviceActivityName("rule-\(id)")
    case .openSession(let id): DeviceActivityName("open-session-\(id)")
    case .hardLock(let id): DeviceActivityName("lock-\(id)")
    }
  }

  private static let prefixes: [(String, @Sendable (RuleID) -> RuleActivityName)] = [
    ("sched-", { .window($0) }), ("sched2-", { .windowAfterMidnight($0) }), ("rule-", { .day($0) }),
    ("open-session-", { .openSession($0) }), ("lock-", { .hardLock($0) }),
  ]
}

/// What a usage event of ours says.
package enum RuleEventName: Hashable, Sendable {
  /// So many minutes of today's budget are used, `minutes-<k>`.
  case minutes(Int)

  /// Reads a name; `nil` for an event that isn't ours.
  package init?(_ name: DeviceActivityEventName) {
    guard name.rawValue.hasPrefix("minutes-"),
      let minutes = Int(name.rawValue.dropFirst("minutes-".utf8.count)),
      TimeLimitConfig.allowedMinutes.contains(minutes)
    else { return nil }
    self = .minutes(minutes)
  }

  /// The event's name.
  package var name: DeviceActivityEventName {
    switch self {
    case .minutes(let minutes): DeviceActivityEventName("minutes-\(minutes)")
    }
  }
}
