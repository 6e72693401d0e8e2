/// A window of the wall clock that opens on certain days, `[from, to)` (decisions W1–W3).
///
/// Both edges are readings. An end at or before the start belongs to the next day; equal edges are 24
/// hours. The window belongs to the day on which it starts.
public struct DailyWindow: Hashable, Codable, Sendable {
  /// The reading at which the window opens.
  public let from: TimeOfDay
  /// The reading at which it closes.
  public let to: TimeOfDay

  /// Makes a window.
  public init(from: TimeOfDay, to: TimeOfDay) {
    self.from = from
    self.to = to
  }

  /// Whether the window closes on the day after it opened.
  public var crossesMidnight: Bool { to <= from }

  /// Whether the window lasts until the same reading of the next day.
  public var is24Hours: Bool { to == from }

  /// The window that opens on a date; `nil` when the clock is set forward over all of it (W3).
  public func span(startingOn date: CivilDate, in zone: Zone) -> Span? {
    let day = date.daysSinceEpoch
    return span(startingOnDay: day, in: zone, near: zone.segment(at: Int64(day) * 86_400))
  }

  /// The window that holds a moment, if one does that opens on one of `days`; of several, which an
  /// autumn night can have, the one that opened last.
  public func span(containing moment: Moment, days: WeekdaySet) -> Span? {
    let (zone, now) = (moment.zone, moment.instant)
    let segment = zone.segment(at: now.seconds)
    let today = Self.localDay(now, segment)
    // Tomorrow's may have begun where the clock was set back over midnight; the day before
    // yesterday's may last where it was set forward over the end.
    for day in stride(from: today + 1, through: today - 2, by: -1)
    where days.contains(Weekday(daysSinceEpoch: day)) {
      if let span = span(startingOnDay: day, in: zone, near: segment), span.contains(now) {
        return span
      }
    }
    return nil
  }

  /// The next opening on one of `days`, strictly later than the moment (W6); `nil` without days.
  public func nextStart(after moment: Moment, days: WeekdaySet) -> Instant? {
    guard !days.isEmpty else { return nil }
    let (zone, now) = (moment.zone, moment.instant)
    let segment = zone.segment(at: now.seconds)
    let today = Self.localDay(now, segment)
    // A gap swallows a window on one date in a year at most: more than a year ahead there is one.
    for day in today - 1...today + 400 where days.contains(Weekday(daysSinceEpoch: day)) {
      if let span = span(startingOnDay: day, in: zone, near: segment), span.start > now {
        return span.start
      }
    }
    return nil
  }

  private func span(startingOnDay day: Int, in zone: Zone, near segment: ZoneSegment) -> Span? {
    let start = zone.instants(ofDay: day, from, near: segment).first
    let end = zone.instants(ofDay: crossesMidnight ? day + 1 : day, to, near: segment).last
    return start < end ? Span(start: start, end: end) : nil
  }

  private static func localDay(_ instant: Instant, _ segment: ZoneSegment) -> Int {
    Int((instant.seconds + Int64(segment.offset)).dividedDown(by: 86_400))
  }
}

/// How the screen writes the window, `09:00 – 17:00`.
extension DailyWindow: CustomStringConvertible {
  /// The value as people read it.
  public var description: String { "\(from) – \(to)" }
}
