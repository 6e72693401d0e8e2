import CivilTime
import FoundationEssentials
import ScreenTimeModel

/// The way to what the service keeps, and back.
extension DeviceActivitySchedule {
  /// The schedule as the service keeps it.
  ///
  /// - Throws: `invalidDateComponents` with what is wrong.
  func model() throws(MonitoringError) -> ActivitySchedule {
    ActivitySchedule(
      interval: try interval(),
      warningSeconds: try warningTime?.seconds(of: "a warning time"), zone: zone)
  }

  /// Writes a schedule that the service keeps with the components that it can be made of.
  init(_ schedule: ActivitySchedule) {
    let warning = schedule.warningSeconds.map { DateComponents(second: $0) }
    switch schedule.interval {
    case .daily(let window, let weekday, let repeats):
      let endsNextDay = window.to <= window.from
      self.init(
        intervalStart: DateComponents(window.from, on: weekday),
        intervalEnd: DateComponents(window.to, on: endsNextDay ? weekday?.next : weekday),
        repeats: repeats, warningTime: warning, zone: schedule.zone)
    case .dated(let fromDate, let fromTime, let toDate, let toTime):
      self.init(
        intervalStart: DateComponents(fromTime, of: fromDate),
        intervalEnd: DateComponents(toTime, of: toDate),
        repeats: false, warningTime: warning, zone: schedule.zone)
    }
  }

  private func interval() throws(MonitoringError) -> ActivityInterval {
    let start = try ReadingComponents(intervalStart, end: "start")
    let end = try ReadingComponents(intervalEnd, end: "end")
    let window = DailyWindow(from: start.time, to: end.time)
    switch (start.days, end.days) {
    case (.every, .every):
      return .daily(window, weekday: nil, repeats: repeats)
    case (.weekly(let first), .weekly(let last)):
      try check(window, from: first, to: last)
      return .daily(window, weekday: first, repeats: repeats)
    case (.once(let first), .once(let last)):
      try check(from: (first, start.time), to: (last, end.time))
      return .dated(
        fromDate: first, fromTime: start.time, toDate: last, toTime: end.time)
    default:
      throw .invalidDateComponents(
        "a schedule's start and end name their days in different ways")
    }
  }

  private func check(
    _ window: DailyWindow, from first: Weekday, to last: Weekday
  ) throws(MonitoringError) {
    let endsNextDay = window.to <= window.from
    guard last == (endsNextDay ? first.next : first) else {
      throw .invalidDateComponents(
        "an interval that starts on \(first.displayName) \(window.from) cannot end on"
          + " \(last.displayName) \(window.to): a weekly one lasts at most 24 hours")
    }
  }

  private func check(
    from start: (CivilDate, TimeOfDay), to end: (CivilDate, TimeOfDay)
  ) throws(MonitoringError) {
    guard !repeats else {
      throw .invalidDateComponents("an interval between two dates cannot repeat")
    }
    guard start < end else {
      throw .invalidDateComponents(
        "the interval ends at \(end.0) \(end.1), not after its start at \(start.0) \(start.1)")
    }
  }
}

extension DateComponents {
  fileprivate init(_ time: TimeOfDay, on weekday: Weekday?) {
    self.init(hour: time.hour, minute: time.minute, weekday: weekday?.rawValue)
    if time.second != 0 { second = time.second }
  }

  fileprivate init(_ time: TimeOfDay, of date: CivilDate) {
    self.init(
      year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute)
    if time.second != 0 { second = time.second }
  }
}

extension Weekday {
  fileprivate var next: Weekday {
    switch self {
    case .sunday: .monday
    case .monday: .tuesday
    case .tuesday: .wednesday
    case .wednesday: .thursday
    case .thursday: .friday
    case .friday: .saturday
    case .saturday: .sunday
    }
  }
}
