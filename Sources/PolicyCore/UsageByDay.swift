package import CivilTime

/// How much a device has seen used, day by day; the last days are kept.
///
/// A date that comes again, after a journey or because somebody set the clock, finds what it had
/// (decision L1): a clock gives no day's minutes twice, and takes none of another day.
package struct UsageByDay: Hashable, Sendable {
  /// How many days are kept.
  package static let keptDays = 8

  /// The days, ascending, each once.
  package private(set) var days: [ObservedUsage] = []

  /// Nothing was observed yet.
  package init() {}

  /// The minutes of a day.
  package func minutes(on day: CivilDate) -> Int {
    days.first { $0.day == day }?.minutes ?? 0
  }

  /// The minutes of a day and of all days after it, as far as they are kept.
  package func minutes(since day: CivilDate) -> Int {
    days.reduce(0) { $0 + ($1.day >= day ? $1.minutes : 0) }
  }

  /// Takes note that use of a day has reached so many minutes.
  ///
  /// What is lower than what was observed, or the same, refunds nothing.
  package mutating func reach(_ minutes: Int, on day: CivilDate) {
    guard minutes > self.minutes(on: day) else { return }
    let others = days.filter { $0.day != day }
    days = (others + [ObservedUsage(day: day, minutes: minutes)]).sorted { $0.day < $1.day }
    days.removeFirst(max(0, days.count - Self.keptDays))
  }
}

/// A list of days.
extension UsageByDay: Codable {
  /// Reads the days in whatever order they are.
  package init(from decoder: any Decoder) throws {
    for day in try [ObservedUsage](from: decoder) { reach(day.minutes, on: day.day) }
  }

  /// Writes the days.
  package func encode(to encoder: any Encoder) throws {
    try days.encode(to: encoder)
  }
}
