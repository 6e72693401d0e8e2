import AppGroup
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

  /// How the events were written: there is one for each minute of a budget, and they never change.
  private let eventsPart = DocumentPart()

  var calendar: ActivityCalendar {
    ActivityCalendar(schedule.interval, in: schedule.zone, onlyDate: onlyDate, fixed: fixed)
  }
}

extension ActivityRecord {
  private enum CodingKeys: String, CodingKey {
    case schedule
    case events
    case since
    case onlyDate
    case fixed
    case running
    case warnedStart
  }

  /// Writes the record to a document.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schedule, forKey: .schedule)
    try container.encode(try eventsPart.written(events), forKey: .events)
    try container.encode(since, forKey: .since)
    try container.encodeIfPresent(onlyDate, forKey: .onlyDate)
    try container.encodeIfPresent(fixed, forKey: .fixed)
    try container.encodeIfPresent(running, forKey: .running)
    try container.encodeIfPresent(warnedStart, forKey: .warnedStart)
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
