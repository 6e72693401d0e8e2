package import CivilTime
import ScreenTimeModel

/// What has to be monitored so that rules hold while no app runs.
package enum RuleActivities {
  /// How long a granted open lasts, in real time (decision O5).
  package static let openSessionLength: Duration = .seconds(15 * 60)

  /// The activities of a rule; none for a rule that can't block whatever the time.
  package static func activities(for rule: RuleSnapshot) -> [PlannedActivity] {
    guard let selection = rule.effectiveSelection else { return [] }
    return rule.configuration.behavior.activities(of: rule.id, selection: selection)
  }

  /// How many activities a rule has, without planning each of its events.
  package static func count(for rule: RuleSnapshot) -> Int {
    rule.effectiveSelection == nil ? 0 : rule.configuration.behavior.activityCount
  }

  /// Names what ``activities(for:)`` plans: two plans with the same fingerprint are the same plan.
  ///
  /// Stable in every process and version, because restarting an activity resets what it has counted.
  package static func fingerprint(of rule: RuleSnapshot) -> String {
    var fingerprint = Fingerprint()
    for activity in activities(for: rule) { fingerprint.combine(activity) }
    return fingerprint.text
  }

  /// The one-shot that wakes the monitor when a granted open ends.
  ///
  /// An interval's edges are readings, and an end that the clock shows twice means the later one
  /// (decision W3). Where the session ends at the earlier one, the interval starts there instead: a
  /// start means the earlier reading, and either edge wakes the monitor.
  package static func openSession(
    of id: RuleID, from start: Instant, until end: Instant, in zone: Zone
  ) -> PlannedActivity {
    once(.openSession(id), from: start, until: end, in: zone)
  }

  /// The one-shot that wakes the monitor when a hard rule is let go that blocks on although its window, in
  /// the zone in force by now, is another.
  package static func hardLock(
    of id: RuleID, from start: Instant, until end: Instant, in zone: Zone
  ) -> PlannedActivity {
    once(.hardLock(id), from: start, until: end, in: zone)
  }

  private static func once(
    _ purpose: RuleActivityName, from start: Instant, until end: Instant, in zone: Zone
  ) -> PlannedActivity {
    let first = zone.reading(at: start)
    let last = zone.reading(at: end.roundedUpToSecond)
    let isShownAgain =
      zone.instants(of: last.date, last.time).last > end.roundedUpToSecond
    let interval: ActivityInterval
    if isShownAgain {
      let next = zone.reading(at: end.roundedUpToSecond + openSessionLength)
      interval = .dated(
        fromDate: last.date, fromTime: last.time, toDate: next.date, toTime: next.time)
    } else {
      interval = .dated(
        fromDate: first.date, fromTime: first.time, toDate: last.date, toTime: last.time)
    }
    return PlannedActivity(purpose, schedule: ActivitySchedule(interval: interval))
  }
}

extension Instant {
  /// The first whole second that isn't earlier.
  fileprivate var roundedUpToSecond: Instant {
    Instant(seconds: seconds) == self ? self : Instant(seconds: seconds + 1)
  }
}
