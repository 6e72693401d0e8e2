package import CivilTime
import ScreenTimeModel

/// One of an activity's intervals: the local date on which it starts, and when it is in the zone in
/// force.
package struct ActivityOccurrence: Hashable, Sendable {
  /// The local date of the start; it stays the same when the zone moves the edges.
  package let date: CivilDate
  /// When it is.
  package let span: Span
}

/// Where an activity's intervals lie.
struct ActivityCalendar: Hashable, Sendable {
  let interval: ActivityInterval
  /// The one date on which a daily interval that doesn't repeat starts.
  let onlyDate: CivilDate?
  /// When an interval that names its dates is: fixed when it is asked for, so that fifteen minutes stay
  /// fifteen minutes when the machine is carried into another zone.
  let fixed: Span?
  /// The zone in which the readings are meant; `nil` for the one in force.
  private let home: Zone?

  /// Picks the occurrence that an interval without repetition means when it is asked for at
  /// `moment`: the one that goes on, or else the next one.
  ///
  /// `nil` when it never comes.
  init?(_ interval: ActivityInterval, in home: Zone?, askedAt moment: Moment) {
    self.interval = interval
    self.home = home
    let moment = Moment(moment.instant, in: home ?? moment.zone)
    guard case .daily(let window, let weekday, repeats: false) = interval else {
      onlyDate = nil
      fixed = Self.span(interval, in: moment.zone)
      return
    }
    let days = Self.days(weekday)
    guard
      let start = window.span(containing: moment, days: days)?.start
        ?? window.nextStart(after: moment, days: days)
    else { return nil }
    onlyDate = moment.zone.reading(at: start).date
    fixed = nil
  }

  /// Restores a calendar as it was saved.
  init(_ interval: ActivityInterval, in home: Zone?, onlyDate: CivilDate?, fixed: Span?) {
    self.interval = interval
    self.home = home
    self.onlyDate = onlyDate
    self.fixed = fixed
  }

  /// Whether another interval follows each.
  var repeats: Bool {
    switch interval {
    case .daily(_, _, let repeats): repeats
    case .dated: false
    }
  }

  /// The interval that holds a moment.
  func occurrence(containing moment: Moment) -> ActivityOccurrence? {
    let moment = Moment(moment.instant, in: home ?? moment.zone)
    if let only = onlyOccurrence(in: moment.zone) {
      return only.span.contains(moment.instant) ? only : nil
    }
    guard case .daily(let window, let weekday, _) = interval,
      let span = window.span(containing: moment, days: Self.days(weekday))
    else { return nil }
    return ActivityOccurrence(date: moment.zone.reading(at: span.start).date, span: span)
  }

  /// The next start, strictly later than a moment.
  func nextStart(after moment: Moment) -> Instant? {
    let moment = Moment(moment.instant, in: home ?? moment.zone)
    guard repeats, case .daily(let window, let weekday, _) = interval else {
      let start = onlyOccurrence(in: moment.zone)?.span.start
      return start.flatMap { $0 > moment.instant ? $0 : nil }
    }
    return window.nextStart(after: moment, days: Self.days(weekday))
  }

  /// The single interval of an activity that doesn't repeat; `nil` for one that does, and for one
  /// that the zone in force has no room for.
  func onlyOccurrence(in zone: Zone) -> ActivityOccurrence? {
    let zone = home ?? zone
    switch interval {
    case .daily(let window, _, repeats: false):
      guard let onlyDate, let span = window.span(startingOn: onlyDate, in: zone) else { return nil }
      return ActivityOccurrence(date: onlyDate, span: span)
    case .daily: return nil
    case .dated(let fromDate, _, _, _):
      return (fixed ?? Self.span(interval, in: zone)).map {
        ActivityOccurrence(date: fromDate, span: $0)
      }
    }
  }

  private static func span(_ interval: ActivityInterval, in zone: Zone) -> Span? {
    guard case .dated(let fromDate, let fromTime, let toDate, let toTime) = interval else {
      return nil
    }
    let start = zone.instants(of: fromDate, fromTime).first
    let end = zone.instants(of: toDate, toTime).last
    return start < end ? Span(start: start, end: end) : nil
  }

  /// How long an interval is by the wall clock, in seconds; what limits are about.
  func nominalSeconds(in zone: Zone) -> Int {
    switch interval {
    case .daily(let window, _, _):
      let seconds = window.to.secondsFromMidnight - window.from.secondsFromMidnight
      return seconds > 0 ? seconds : seconds + 86_400
    case .dated:
      guard let span = onlyOccurrence(in: zone)?.span else { return 0 }
      return Int((span.end - span.start).wholeSeconds)
    }
  }

  private static func days(_ weekday: Weekday?) -> WeekdaySet {
    weekday.map { [$0] } ?? .everyday
  }
}
