package import CivilTime
package import OpenAppLockRules

/// When rules will be active; what `preview --json` and `rule preview --json` print.
package struct PreviewReport: Codable, Sendable, Hashable {
  /// The service's time, from which on is looked ahead.
  package let now: Instant
  /// The identifier of the zone in which windows are read.
  package let zone: String
  /// The day that holds the service's time.
  package let from: CivilDate
  /// How many days are looked at, today's included.
  package let days: Int
  /// The rules that were asked about, in the order of their names.
  package let rules: [PreviewedRule]
  /// What they do, by day and then by time.
  package let entries: [PreviewEntry]

  /// Makes a report.
  package init(
    now: Instant, zone: String, from: CivilDate, days: Int, rules: [PreviewedRule],
    entries: [PreviewEntry]
  ) {
    self.now = now
    self.zone = zone
    self.from = from
    self.days = days
    self.rules = rules
    self.entries = entries
  }
}

/// A rule in a preview.
package struct PreviewedRule: Codable, Sendable, Hashable {
  /// The rule's id.
  package let rule: RuleID
  /// Its name.
  package let name: String
  /// Its kind.
  package let kind: RuleKind
  /// Whether it allows no unblocks.
  package let hard: Bool
  /// How it stands now, in the words of the screen; for one that is never due it says why.
  package let status: String
  /// Whether there is any day on which it does something.
  package let isEverDue: Bool

  /// Makes an entry.
  package init(
    rule: RuleID, name: String, kind: RuleKind, hard: Bool, status: String, isEverDue: Bool
  ) {
    self.rule = rule
    self.name = name
    self.kind = kind
    self.hard = hard
    self.status = status
    self.isEverDue = isEverDue
  }

  private enum CodingKeys: String, CodingKey {
    case rule
    case name
    case kind
    case hard
    case status
    case isEverDue = "due"
  }
}

/// What a rule does on a day.
package struct PreviewEntry: Codable, Sendable, Hashable {
  /// The rule's id.
  package let rule: RuleID
  /// Its name.
  package let name: String
  /// The day; for a window that crosses midnight the one on which it starts.
  package let date: CivilDate
  /// In the words of the screen: `23:00 – 06:30 Tue`, `24 hours`, `45 minutes`, `5 opens`.
  package let label: String
  /// How long a window lasts, in words.
  package let length: String?
  /// What is special about the day, in words: that the clock is changed, or how the rule stands now.
  package let note: String?
  /// When a window starts.
  package let start: Instant?
  /// When it ends.
  package let end: Instant?
  /// A time limit's budget.
  package let minutes: Int?
  /// An open limit's budget.
  package let opens: Int?

  /// Makes an entry.
  package init(
    rule: RuleID, name: String, date: CivilDate, label: String, length: String? = nil,
    note: String? = nil, start: Instant? = nil, end: Instant? = nil, minutes: Int? = nil,
    opens: Int? = nil
  ) {
    self.rule = rule
    self.name = name
    self.date = date
    self.label = label
    self.length = length
    self.note = note
    self.start = start
    self.end = end
    self.minutes = minutes
    self.opens = opens
  }
}
