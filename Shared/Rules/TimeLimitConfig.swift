import CivilTime
import ScreenTimeModel

/// Blocks for the rest of the day after some minutes of use.
package struct TimeLimitConfig: Hashable, Sendable {
  /// The minutes that a budget may have: at most a day.
  package static let allowedMinutes = 1...1440

  /// The day's budget.
  package let dailyLimitMinutes: Int

  /// Makes the options.
  ///
  /// - Throws: `invalid` for a budget outside ``allowedMinutes``.
  package init(dailyLimitMinutes: Int) throws(RuleError) {
    guard Self.allowedMinutes.contains(dailyLimitMinutes) else {
      throw RuleError(
        code: .invalid, message: "a budget of \(dailyLimitMinutes) minutes a day is not possible",
        hint:
          "choose \(Self.allowedMinutes.lowerBound) to \(Self.allowedMinutes.upperBound) minutes")
    }
    self.dailyLimitMinutes = dailyLimitMinutes
  }

  private func minutesLeft(_ usage: RuleUsage) -> Int { max(0, dailyLimitMinutes - usage.minutes) }
}

extension TimeLimitConfig: Codable {
  private enum CodingKeys: String, CodingKey {
    case dailyLimitMinutes
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let minutes = try container.decode(Int.self, forKey: .dailyLimitMinutes)
    self = try RuleError.decoding(at: decoder) { () throws(RuleError) in
      try TimeLimitConfig(dailyLimitMinutes: minutes)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(dailyLimitMinutes, forKey: .dailyLimitMinutes)
  }
}

extension TimeLimitConfig: DailyBudget {
  func state(of rule: RuleSnapshot, usage: RuleUsage, on day: LocalDay) -> RuleState {
    guard rule.days.contains(day.weekday) else {
      return .waiting(nextStart: day.nextStart(on: rule.days))
    }
    let left = minutesLeft(usage)
    guard left == 0 else { return .counting(minutesLeft: left) }
    if let pause = rule.pause(inForceAt: day.now) { return .paused(until: min(pause, day.end)) }
    return .active(until: day.end)
  }

  func occasion(on date: CivilDate, in zone: Zone) -> RuleOccasion { .minutes(dailyLimitMinutes) }

  /// The whole day, with one event for each minute of the budget (decision L5).
  ///
  /// Use before monitoring started counts: otherwise a budget that is raised at noon, which restarts
  /// the activity, would begin anew.
  func activities(of id: RuleID, selection: FamilyActivitySelection) -> [PlannedActivity] {
    var events: [DeviceActivityEventName: ActivityEvent] = [:]
    events.reserveCapacity(dailyLimitMinutes)
    for minute in 1...dailyLimitMinutes {
      events[RuleEventName.minutes(minute).name] = ActivityEvent(
        selection: selection, thresholdSeconds: minute * 60, includesPastActivity: true)
    }
    return [PlannedActivity(.day(id), daily: .wholeDay, events: events)]
  }

  var dailyMinutes: Int? { dailyLimitMinutes }

  func usageText(_ usage: RuleUsage) -> String? {
    "\(min(usage.minutes, dailyLimitMinutes))m of \(dailyLimitMinutes)m used today"
  }

  func remainingText(_ usage: RuleUsage) -> String? {
    RuleWords.minutesLeft(minutesLeft(usage))
  }

  var detailRows: [RuleDetailRow] {
    [RuleDetailRow("For this long", "\(dailyLimitMinutes)m daily")]
  }
}
