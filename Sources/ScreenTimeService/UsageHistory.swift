import CivilTime
import ScreenTimeModel

/// The use of each local day; days are read when they are asked for.
///
/// A date that comes again (travel, a clock set back) finds its day as it was (decision L1).
final class UsageHistory {
  private let load: (CivilDate) -> UsageDay
  private var days: [CivilDate: UsageDay] = [:]
  private var changed: Set<CivilDate> = []

  /// Makes a history that has `load` read what was saved of a day.
  init(load: @escaping (CivilDate) -> UsageDay) {
    self.load = load
  }

  /// Adds a stretch of use, each part to the day that it lies in.
  func add(_ span: Span, _ apps: Set<ApplicationToken>, in zone: Zone) {
    guard !apps.isEmpty else { return }
    for (date, part) in Self.parts(of: span, in: zone) {
      var day = self.day(date)
      day.add(part, apps)
      days[date] = day
      changed.insert(date)
    }
  }

  /// How many milliseconds of a day the matching apps were in use.
  func milliseconds(on date: CivilDate, where matches: (ApplicationToken) -> Bool) -> Int64 {
    day(date).milliseconds(within: nil, where: matches)
  }

  /// How many milliseconds within a span the matching apps were in use, on the dates that the span has
  /// in a zone.
  ///
  /// Use belongs to the date that it was on when it happened: after a flight west, what was used on a
  /// date that has not begun yet here is not counted a second time (decision L1).
  func milliseconds(
    within span: Span, in zone: Zone, where matches: (ApplicationToken) -> Bool
  ) -> Int64 {
    guard span.start < span.end else { return 0 }
    let first = zone.reading(at: span.start).date
    let last = zone.reading(at: span.end - .milliseconds(1)).date
    return (first.daysSinceEpoch...last.daysSinceEpoch).reduce(0) { sum, number in
      sum
        + day(CivilDate(daysSinceEpoch: number)).milliseconds(within: span, where: matches)
    }
  }

  /// Whether something was added since the last save.
  var hasChanges: Bool { !changed.isEmpty }

  /// Has `save` write each day that changed; what it can't write stays to be written.
  ///
  /// Days that nobody will ask about soon are let go.
  func save(today: CivilDate, _ save: (CivilDate, UsageDay) -> Bool) {
    for date in changed.sorted() where save(date, day(date)) { changed.remove(date) }
    days = days.filter { changed.contains($0.key) || $0.key >= today.adding(days: -8) }
  }

  private func day(_ date: CivilDate) -> UsageDay {
    if let known = days[date] { return known }
    let loaded = load(date)
    days[date] = loaded
    return loaded
  }

  /// Cuts a span at each midnight in it.
  static func parts(of span: Span, in zone: Zone) -> [(CivilDate, Span)] {
    var parts: [(CivilDate, Span)] = []
    var start = span.start
    while start < span.end {
      let date = zone.reading(at: start).date
      let midnight = zone.startOfDay(date.adding(days: 1))
      // Where the clock was set back over midnight, the first midnight may lie behind already.
      let end = midnight > start ? min(midnight, span.end) : span.end
      parts.append((date, Span(start: start, end: end)))
      start = end
    }
    return parts
  }
}
