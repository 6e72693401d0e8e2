/// What the wall clock of a zone shows at an instant.
public struct Reading: Hashable, Sendable {
  /// The local date.
  public let date: CivilDate
  /// The local time, in whole seconds.
  public let time: TimeOfDay
  /// Seconds east of UTC.
  public let offset: Int

  /// Joins a date, a time and an offset.
  public init(date: CivilDate, time: TimeOfDay, offset: Int) {
    self.date = date
    self.time = time
    self.offset = offset
  }

  /// The reading at `seconds` since the epoch where the clock is `offset` seconds ahead of UTC.
  init(seconds: Int64, offset: Int) {
    let local = seconds + Int64(offset)
    let day = local.dividedDown(by: 86_400)
    self.init(
      date: CivilDate(daysSinceEpoch: Int(day)),
      time: TimeOfDay(uncheckedSeconds: Int(local - day * 86_400)),
      offset: offset)
  }
}

/// When a zone's wall clock shows a certain reading.
public enum ReadingResolution: Hashable, Sendable {
  /// Once, as on most days.
  case once(Instant)
  /// Twice: the clock was set back over it.
  case twice(first: Instant, last: Instant)
  /// Never: the clock was set forward over it; what comes instead is the first instant after the gap.
  case skipped(firstAfterGap: Instant)

  /// The instant that a beginning means: the first, or the first after the gap (decision W3).
  public var first: Instant {
    switch self {
    case .once(let instant), .twice(let instant, _), .skipped(let instant): instant
    }
  }

  /// The instant that an end means: the last, or the first after the gap (decision W3).
  public var last: Instant {
    switch self {
    case .once(let instant), .twice(_, let instant), .skipped(let instant): instant
    }
  }
}
