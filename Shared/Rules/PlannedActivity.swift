import CivilTime
package import ScreenTimeModel

/// An activity that a rule needs monitored.
package struct PlannedActivity: Hashable, Sendable {
  /// What it is for.
  package let purpose: RuleActivityName
  /// When its interval starts and ends.
  package let schedule: ActivitySchedule
  /// Its usage thresholds.
  package let events: [DeviceActivityEventName: ActivityEvent]

  /// Makes a plan.
  package init(
    _ purpose: RuleActivityName, schedule: ActivitySchedule,
    events: [DeviceActivityEventName: ActivityEvent] = [:]
  ) {
    self.purpose = purpose
    self.schedule = schedule
    self.events = events
  }

  /// Makes a plan for every day.
  init(
    _ purpose: RuleActivityName, daily window: DailyWindow,
    events: [DeviceActivityEventName: ActivityEvent] = [:]
  ) {
    self.init(
      purpose,
      schedule: ActivitySchedule(interval: .daily(window, weekday: nil, repeats: true)),
      events: events)
  }

  /// The name to monitor under.
  package var name: DeviceActivityName { purpose.name }
}

extension DailyWindow {
  /// From midnight to midnight: a minute left out before midnight would be a minute not counted.
  static var wholeDay: DailyWindow { DailyWindow(from: .midnight, to: .midnight) }
}
