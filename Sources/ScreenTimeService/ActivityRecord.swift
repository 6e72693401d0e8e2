package import CivilTime
package import ScreenTimeModel

/// A monitored activity as the service keeps it, with where it stands.
package struct ActivityRecord: Hashable, Sendable, Codable {
  /// When its intervals are.
  package let schedule: ActivitySchedule
  /// Its usage thresholds, by name.
  package let events: [String: ActivityEvent]
  /// When monitoring started; use before it counts only where an event says so.
  package internal(set) var since: Instant
  /// The one date on which a daily interval without repetition starts.
  package let onlyDate: CivilDate?
  /// When an interval that names its dates is, whatever zone comes.
  package let fixed: Span?
  /// The interval that goes on.
  package internal(set) var running: RunningInterval?
  /// The start that a warning was delivered for.
  package internal(set) var warnedStart: Instant?

  var calendar: ActivityCalendar {
    ActivityCalendar(schedule.interval, in: schedule.zone, onlyDate: onlyDate, fixed: fixed)
  }
}

/// An interval that has started and not ended, and what was delivered in it.
package struct RunningInterval: Hashable, Sendable, Codable {
  /// The local date on which it started.
  package let date: CivilDate
  /// When it is; moves with the zone.
  package internal(set) var span: Span
  /// Whether its end was warned of.
  package internal(set) var endWarned = false
  /// Events whose threshold was reached; each fires once (decision P1).
  package internal(set) var fired: Set<String> = []
  /// Events whose threshold was warned of.
  package internal(set) var warned: Set<String> = []

  init(_ occurrence: ActivityOccurrence) {
    date = occurrence.date
    span = occurrence.span
  }
}
