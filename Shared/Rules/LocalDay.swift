package import CivilTime

/// A moment together with the local day it lies in.
///
/// Worked out once and then asked by every rule: a thousand rules need one look into the zone for it.
package struct LocalDay: Hashable, Sendable {
  /// The moment.
  package let moment: Moment
  /// The local date.
  package let date: CivilDate
  /// The date's day of the week.
  package let weekday: Weekday
  /// The first instant of the date.
  package let start: Instant
  /// The first instant of the next date, "midnight".
  package let end: Instant

  /// Finds the day that holds a moment.
  package init(_ moment: Moment) {
    self.moment = moment
    date = moment.date
    weekday = date.weekday
    start = moment.zone.startOfDay(date)
    end = moment.zone.startOfDay(date.adding(days: 1))
  }

  /// The instant of the moment.
  package var now: Instant { moment.instant }

  /// The first instant of the next date, after this one, that is on one of `days`; `nil` without days.
  package func nextStart(on days: WeekdaySet) -> Instant? {
    for distance in 1...7 {
      let next = date.adding(days: distance)
      if days.contains(next.weekday) { return moment.zone.startOfDay(next) }
    }
    return nil
  }
}
