package import CivilTime
package import OpenAppLockRules
package import ScreenTimeModel

/// How everything stands; what `status --json` prints.
package struct StatusReport: Codable, Sendable, Hashable {
  /// The rules that block now.
  package let blocking: [BlockingEntry]
  /// The limit rules of today that don't block.
  package let usage: [UsageEntry]
  /// Every known application under a shield, sorted.
  package let shielded: [ApplicationToken]
  /// Every site under a shield, sorted.
  package let sites: [WebDomainToken]
  /// Whether sites for adults are filtered.
  package let adultFilter: Bool
  /// The names of the rules that shield without blocking: open limits with opens left.
  package let gated: [String]
  /// The time that all of this is true for.
  package let clock: ClockEntry
  /// Whether applications may not be removed.
  package let removalDenied: Bool
  /// Whether lists are read-only because a hard rule blocks.
  package let listsLocked: Bool
  /// What an app in use is, here and now (decision L6).
  package let inUse: UseMeaning
  /// What isn't enforced or not trusted right now, and why.
  package let faults: [FaultEntry]

  /// Makes a report.
  package init(
    blocking: [BlockingEntry], usage: [UsageEntry], shielded: [ApplicationToken],
    sites: [WebDomainToken], adultFilter: Bool, gated: [String],
    clock: ClockEntry, removalDenied: Bool, listsLocked: Bool, inUse: UseMeaning = .running,
    faults: [FaultEntry]
  ) {
    self.blocking = blocking
    self.usage = usage
    self.shielded = shielded
    self.sites = sites
    self.adultFilter = adultFilter
    self.gated = gated
    self.clock = clock
    self.removalDenied = removalDenied
    self.listsLocked = listsLocked
    self.inUse = inUse
    self.faults = faults
  }
}

/// What counts as the use of an app (decision L6).
package enum UseMeaning: String, CaseIterable, Codable, Sendable, Hashable {
  /// It is in front: somebody in the session tells.
  case frontmost
  /// It has a process: nobody tells what is in front.
  case running
  /// Nothing is: nobody tells, and no processes are looked at.
  case nothing
}

/// A rule that blocks now.
package struct BlockingEntry: Codable, Sendable, Hashable {
  /// The rule's id.
  package let rule: RuleID
  /// Its name.
  package let name: String
  /// Its kind.
  package let kind: RuleKind
  /// Whether it allows no unblocks.
  package let hard: Bool
  /// Until when it blocks.
  package let until: Instant
  /// In the words of the screen: `6h left`, `Time Limit · 45m of 45m used today`.
  package let label: String

  /// Makes an entry.
  package init(
    rule: RuleID, name: String, kind: RuleKind, hard: Bool, until: Instant, label: String
  ) {
    self.rule = rule
    self.name = name
    self.kind = kind
    self.hard = hard
    self.until = until
    self.label = label
  }
}

/// A limit rule of today that doesn't block.
package struct UsageEntry: Codable, Sendable, Hashable {
  /// The rule's id.
  package let rule: RuleID
  /// Its name.
  package let name: String
  /// Its kind.
  package let kind: RuleKind
  /// In the words of the screen: `18m of 45m used today`.
  package let label: String
  /// In the words of the screen: `27m left`.
  package let remaining: String
  /// Minutes used today, for a time limit.
  package let minutes: Int?
  /// Opens spent today, for an open limit.
  package let opens: Int?

  /// Makes an entry.
  package init(
    rule: RuleID, name: String, kind: RuleKind, label: String, remaining: String,
    minutes: Int? = nil, opens: Int? = nil
  ) {
    self.rule = rule
    self.name = name
    self.kind = kind
    self.label = label
    self.remaining = remaining
    self.minutes = minutes
    self.opens = opens
  }
}

/// The time, as the Screen Time service has it.
package struct ClockEntry: Codable, Sendable, Hashable {
  /// The service's time.
  package let now: Instant
  /// The identifier of the zone in force.
  package let zone: String
  /// Whether the wall clock is not trusted right now (decision C3).
  package let suspect: Bool

  /// Makes an entry.
  package init(now: Instant, zone: String, suspect: Bool) {
    self.now = now
    self.zone = zone
    self.suspect = suspect
  }
}

/// Something that is wrong, and since when.
package struct FaultEntry: Codable, Sendable, Hashable {
  /// A word for programs.
  package let code: String
  /// One sentence for people.
  package let message: String
  /// When it was first met.
  package let since: Instant

  /// Makes an entry.
  package init(code: String, message: String, since: Instant) {
    self.code = code
    self.message = message
    self.since = since
  }
}
