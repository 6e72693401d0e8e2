package import CivilTime

/// How a forecast reads.
extension RuleWords {
  /// What a rule does on a day: `23:00 – 06:30 Tue`, `24 hours from 10:00`, `45 minutes`, `5 opens`.
  package static func occasion(of entry: RuleForecast.Entry, in zone: Zone) -> String {
    switch entry.occasion {
    case .window(let span, planned: .wholeDay):
      let length = self.length(span.end - span.start)
      let start = zone.reading(at: span.start).time
      return start == .midnight ? length : "\(length) from \(clockTime(span.start, in: zone))"
    case .window(let span, _):
      return "\(reading(span.start, from: entry.date, in: zone)) – "
        + reading(span.end, from: entry.date, in: zone)
    case .skipped(let window): return self.window(window)
    case .minutes(let minutes): return length(.seconds(minutes * 60))
    case .opens(let opens): return opens == 1 ? "1 open" : "\(opens) opens"
    }
  }

  /// How long a window really lasts, `7 hours 30 minutes`; `nil` for what is no window, and for one of
  /// 24 hours, whose words say it already.
  package static func length(of entry: RuleForecast.Entry) -> String? {
    switch entry.occasion {
    case .window(let span, let planned):
      return planned == .wholeDay ? nil : self.length(span.end - span.start)
    case .skipped, .minutes, .opens: return nil
    }
  }

  /// What is special about a day: that the clock is changed, or how the rule stands now.
  package static func note(
    on entry: RuleForecast.Entry, of judged: JudgedRule, at moment: Moment
  ) -> String? {
    let notes = [clockChange(entry), entry.isNow ? now(judged, at: moment) : nil]
    let words = notes.compactMap(\.self).joined(separator: "; ")
    return words.isEmpty ? nil : words
  }

  /// A day, `Mon 6 Jan`.
  package static func day(_ date: CivilDate) -> String {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(date.weekday.displayName) \(date.day) \(months[date.month - 1])"
  }

  /// A length of time in whole words, `45 minutes`, `1 hour 30 minutes`.
  package static func length(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    let parts = [
      count(seconds / 3600, "hour"), count(seconds / 60 % 60, "minute"),
      count(seconds % 60, "second"),
    ].compactMap(\.self)
    return parts.isEmpty ? "0 minutes" : parts.joined(separator: " ")
  }

  private static func count(_ number: Int64, _ unit: String) -> String? {
    number == 0 ? nil : "\(number) \(unit)\(number == 1 ? "" : "s")"
  }

  /// A reading, with its day where that isn't the entry's: `06:30 Tue`, but `00:00` for the midnight
  /// that ends the day.
  private static func reading(_ instant: Instant, from date: CivilDate, in zone: Zone) -> String {
    let time = clockTime(instant, in: zone)
    let day = zone.reading(at: instant).date
    let endsDay = instant == zone.startOfDay(date.adding(days: 1))
    return day == date || endsDay ? time : "\(time) \(day.weekday.displayName)"
  }

  private static func clockChange(_ entry: RuleForecast.Entry) -> String? {
    switch entry.occasion {
    case .window(let span, let planned):
      let change = (span.end - span.start) - planned
      if change == .zero { return nil }
      return change < .zero
        ? "\(length(.zero - change)) shorter: the clock goes forward"
        : "\(length(change)) longer: the clock goes back"
    case .skipped: return "not active: the clock goes forward over it"
    case .minutes, .opens: return nil
    }
  }

  private static func now(_ judged: JudgedRule, at moment: Moment) -> String {
    switch judged.state {
    case .gated, .counting: usage(of: judged.rule, judged.usage) ?? status(of: judged, at: moment)
    case .disabled, .noDays, .noApps, .paused, .active, .openSession, .waiting:
      status(of: judged, at: moment)
    }
  }
}

extension Duration {
  /// A day of 24 hours.
  fileprivate static let wholeDay = Duration.seconds(86_400)
}
