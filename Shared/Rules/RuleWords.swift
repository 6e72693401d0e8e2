package import CivilTime
package import ScreenTimeModel

/// The words on the screen (decisions, "Words on the screen").
package enum RuleWords {
  /// A rule's live status: `6h left`, `Starts in 22h`, `Disabled`, ….
  package static func status(of judged: JudgedRule, at moment: Moment) -> String {
    let behavior = judged.rule.configuration.behavior
    return switch judged.state {
    case .disabled: "Disabled"
    case .noDays: "No days selected"
    case .noApps: "No apps selected"
    case .paused(let until): behavior.statusWhilePaused(until: until, at: moment)
    case .active(let until): behavior.statusWhileBlocking(until: until, at: moment)
    case .gated(let opensLeft): self.opensLeft(opensLeft)
    case .openSession(let until): "Open until \(clockTime(until, in: moment.zone))"
    case .counting(let minutesLeft): self.minutesLeft(minutesLeft)
    case .waiting(let next?): "Starts in \(SpanText.short(next - moment.instant))"
    case .waiting(nil): "Not scheduled"
    }
  }

  /// What is used of a limit today, `18m of 45m used today`; `nil` for a schedule.
  ///
  /// Never more is shown than the budget.
  package static func usage(of rule: RuleSnapshot, _ usage: RuleUsage) -> String? {
    rule.configuration.behavior.usageText(usage)
  }

  /// What is left of a limit today, `27m left` or `1 open left`; `nil` for a schedule.
  package static func remaining(of rule: RuleSnapshot, _ usage: RuleUsage) -> String? {
    rule.configuration.behavior.remainingText(usage)
  }

  /// A limit's line in Usage and in Currently Blocking, `Time Limit · 18m of 45m used today`; a
  /// schedule's there is its kind and status, `Schedule · 6h left`.
  package static func label(of judged: JudgedRule, at moment: Moment) -> String {
    let rest = usage(of: judged.rule, judged.usage) ?? status(of: judged, at: moment)
    return "\(judged.rule.kind.displayName) · \(rest)"
  }

  /// What stands at the end of a limit's line in Usage: what is left, or the status where a soft
  /// unblock or a session holds; `nil` for a schedule.
  package static func trailing(of judged: JudgedRule, at moment: Moment) -> String? {
    guard let remaining = remaining(of: judged.rule, judged.usage) else { return nil }
    return switch judged.state {
    case .paused, .active: status(of: judged, at: moment)
    case .disabled, .noDays, .noApps, .gated, .openSession, .counting, .waiting: remaining
    }
  }

  /// Whether Usage lists a rule: a limit that is on, due today and not blocking.
  package static func isListedInUsage(_ judged: JudgedRule) -> Bool {
    switch judged.state {
    case .gated, .openSession, .counting: true
    case .paused: usage(of: judged.rule, judged.usage) != nil
    case .disabled, .noDays, .noApps, .active, .waiting: false
    }
  }

  /// The kind and the status below a rule's name, `Schedule, Starts in 22h`.
  package static func caption(of judged: JudgedRule, at moment: Moment) -> String {
    "\(judged.rule.kind.displayName), \(status(of: judged, at: moment))"
  }

  /// How much is chosen, `1 App` or `2 Apps, 1 Category, 3 Websites`.
  package static func selectionCount(_ selection: FamilyActivitySelection?) -> String {
    guard let selection, !selection.isEmpty else { return "No apps selected" }
    return [
      count(selection.applicationTokens.count, "App", "Apps"),
      count(selection.categoryTokens.count, "Category", "Categories"),
      count(selection.webDomainTokens.count, "Website", "Websites"),
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The rows of a rule's detail, as the screen shows them.
  package static func detailRows(of rule: RuleSnapshot) -> [RuleDetailRow] {
    let behavior = rule.configuration.behavior
    return behavior.detailRows + [
      RuleDetailRow("On these days", rule.days.summary),
      RuleDetailRow(behavior.selectionTitle, selectionCount(rule.selection)),
      RuleDetailRow("Unblocks allowed", rule.hardMode ? "No" : "Yes"),
    ]
  }

  /// A window, `09:00 – 17:00`; one that lasts until the same reading says so (decision W2).
  package static func window(_ window: DailyWindow) -> String {
    window.is24Hours ? "24 hours from \(window.from)" : window.description
  }

  /// When something ends, in local words: `17:00`, `06:30 tomorrow`, `tomorrow` for midnight.
  package static func until(_ end: Instant, at moment: Moment) -> String {
    let reading = moment.zone.reading(at: end)
    switch reading.date.daysSinceEpoch - moment.date.daysSinceEpoch {
    case ...0: return clockTime(end, in: moment.zone)
    case 1 where end == moment.nextMidnight: return "tomorrow"
    case 1: return "\(clockTime(end, in: moment.zone)) tomorrow"
    default: return "\(clockTime(end, in: moment.zone)) on \(reading.date)"
    }
  }

  /// The local reading of an instant, `17:00`.
  static func clockTime(_ instant: Instant, in zone: Zone) -> String {
    let time = zone.reading(at: instant).time
    return "\(twoDigits(time.hour)):\(twoDigits(time.minute))"
  }

  static func minutesLeft(_ minutes: Int) -> String { "\(minutes)m left" }

  static func opensLeft(_ opens: Int) -> String {
    opens == 1 ? "1 open left" : "\(opens) opens left"
  }

  private static func count(_ number: Int, _ one: String, _ many: String) -> String? {
    number == 0 ? nil : "\(number) \(number == 1 ? one : many)"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

/// A row of a rule's detail: a label and what it says.
package struct RuleDetailRow: Hashable, Sendable {
  /// The label.
  package let label: String
  /// What it says.
  package let value: String

  /// Makes a row.
  package init(_ label: String, _ value: String) {
    self.label = label
    self.value = value
  }
}

extension RuleKind {
  /// The name on the screen.
  package var displayName: String {
    switch self {
    case .schedule: "Schedule"
    case .timeLimit: "Time Limit"
    case .openLimit: "Open Limit"
    }
  }
}
