/// A day of each year and a time on it, at which clocks change.
struct PosixRuleEdge: Hashable, Sendable {
  /// Which day of a year.
  enum Day: Hashable, Sendable {
    /// `Mm.w.d`: a weekday (0 is Sunday) of a month; week 5 is its last.
    case weekday(month: Int, week: Int, day: Int)
    /// `Jn`, 1 to 365: February 29 is never counted.
    case julian(Int)
    /// `n`, 0 to 365: February 29 is counted.
    case ordinal(Int)
  }

  /// The day.
  let day: Day
  /// Seconds after (or before) the day's midnight, at most a week.
  let time: Int

  /// The edge of a year, as a reading of the clock in seconds.
  func seconds(ofYear year: Int) -> Int64 {
    Int64(daysSinceEpoch(ofYear: year)) * 86_400 + Int64(time)
  }

  private func daysSinceEpoch(ofYear year: Int) -> Int {
    switch day {
    case .julian(let number):
      let pastLeapDay = number >= 60 && CivilDate.isLeap(year)
      return Self.newYear(year) + number - 1 + (pastLeapDay ? 1 : 0)
    case .ordinal(let number):
      return Self.newYear(year) + number
    case .weekday(let month, let week, let wanted):
      let first = CivilDate.daysSinceEpoch(year: year, month: month, day: 1)
      let weekdayOfFirst = Weekday(daysSinceEpoch: first).rawValue - 1
      let firstWanted = (wanted - weekdayOfFirst + 7) % 7
      let length = CivilDate.daysInMonth(month, ofYear: year)
      let offset = firstWanted + (week - 1) * 7
      return first + (offset < length ? offset : offset - 7)
    }
  }

  private static func newYear(_ year: Int) -> Int {
    CivilDate.daysSinceEpoch(year: year, month: 1, day: 1)
  }
}
