package import CivilTime

/// When a rule will be active on the days to come: what the preview shows.
package struct RuleForecast: Hashable, Sendable {
  /// A day on which the rule is due, and what it does then.
  package struct Entry: Hashable, Sendable {
    /// The day: for a window the one on which it starts (decision W1).
    package let date: CivilDate
    /// What the rule does.
    package let occasion: RuleOccasion
    /// Whether that goes on now.
    package let isNow: Bool
  }

  /// The most days that a forecast looks ahead.
  package static let longest = 366

  /// The rule as it is judged now.
  package let judged: JudgedRule
  /// The days, in order; none for a rule that is never due.
  package let entries: [Entry]

  /// Looks so many days ahead, from the day that holds the moment; what began before and goes on comes
  /// first.
  package init(_ judged: JudgedRule, days count: Int, at moment: Moment) {
    self.judged = judged
    let today = LocalDay(moment)
    guard judged.canBeDue else {
      entries = []
      return
    }
    var entries: [Entry] = []
    // A window of the day before yesterday may go on where the clock was set forward over its end.
    for distance in -2..<count {
      let date = today.date.adding(days: distance)
      guard judged.rule.days.contains(date.weekday) else { continue }
      entries += Self.entry(of: judged.rule, on: date, seenOn: today)
    }
    self.entries = Self.block(outsideWindowsOf: judged, on: today, entries) + entries
  }

  private static func entry(
    of rule: RuleSnapshot, on date: CivilDate, seenOn today: LocalDay
  ) -> [Entry] {
    let zone = today.moment.zone
    // A zone that moves across the date line leaves a whole day out.
    guard zone.dayLength(of: date) > .zero else { return [] }
    let occasion = rule.configuration.behavior.occasion(on: date, in: zone)
    switch occasion {
    case .window(let span, _):
      guard span.end > today.now else { return [] }
      return [Entry(date: date, occasion: occasion, isNow: span.contains(today.now))]
    case .skipped, .minutes, .opens:
      guard date >= today.date else { return [] }
      return [
        Entry(date: date, occasion: occasion, isNow: occasion.isWholeDay && date == today.date)
      ]
    }
  }

  /// A hard rule may block although its window, in the zone in force by now, is another; and a suspect
  /// clock's window is none of the trusted time's.
  private static func block(
    outsideWindowsOf judged: JudgedRule, on today: LocalDay, _ entries: [Entry]
  ) -> [Entry] {
    guard let end = judged.state.blockEnd, !entries.contains(where: \.isNow) else { return [] }
    let span = Span(start: today.now, end: end)
    return [
      Entry(date: today.date, occasion: .window(span, planned: end - today.now), isNow: true)
    ]
  }
}

extension JudgedRule {
  /// Whether there is a day on which the rule does anything.
  package var canBeDue: Bool {
    switch state {
    case .disabled, .noDays, .noApps: false
    case .paused, .active, .gated, .openSession, .counting, .waiting: true
    }
  }
}
