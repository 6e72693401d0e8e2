import CivilTime

/// How times are told on the page: in the family's zone, with its name.
struct TimeWords: Hashable, Sendable {
  /// The family's zone.
  let zone: Zone
  /// The time at which the page is made.
  let now: Instant

  /// `14:03`.
  func time(_ instant: Instant) -> String {
    let text = zone.reading(at: instant).time.description
    return String(text.prefix(5))
  }

  /// `Mon 6 January 2025`.
  func day(_ date: CivilDate) -> String {
    "\(date.weekday.displayName) \(date.day) \(Self.months[date.month - 1]) \(date.year)"
  }

  /// `14:03` today, and `14:03 on Mon 6 January 2025` otherwise, with the zone's name.
  func moment(_ instant: Instant) -> String {
    let date = zone.reading(at: instant).date
    let isToday = date == zone.reading(at: now).date
    return isToday
      ? "\(time(instant)) (\(zone.identifier))"
      : "\(time(instant)) on \(day(date)) (\(zone.identifier))"
  }

  /// A moment for programs: `2025-01-06T11:00:00Z`.
  static func machine(_ instant: Instant) -> String {
    Instant(seconds: instant.seconds).description
  }

  /// How long ago something was: `less than a minute ago`, `5 minutes ago`, `2 days ago`.
  ///
  /// Rounded down; a time that a clock which was set back has left in the future is just now.
  func ago(_ instant: Instant) -> String {
    let minutes = Int((now - instant).wholeSeconds / 60)
    switch minutes {
    case ..<1: return "less than a minute ago"
    case ..<60: return Self.count(minutes, "minute") + " ago"
    case ..<(48 * 60): return Self.count(minutes / 60, "hour") + " ago"
    default: return Self.count(minutes / (24 * 60), "day") + " ago"
    }
  }

  /// A time to wait, rounded up: `1 second`, `10 minutes`.
  static func wait(_ seconds: Int) -> String {
    if seconds < 60 { return count(max(1, seconds), "second") }
    let minutes = (seconds + 59) / 60
    return minutes < 120 ? count(minutes, "minute") : count((minutes + 59) / 60, "hour")
  }

  /// A number of things: `1 minute`, `2 minutes`.
  static func count(_ number: Int, _ word: String) -> String {
    number == 1 ? "1 \(word)" : "\(number) \(word)s"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
