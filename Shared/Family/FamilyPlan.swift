import CivilTime
package import PolicyCore
package import ScreenTimeModel

/// What the platform was asked to watch for: the allowed hours, and the thresholds of a day.
///
/// Its activities are named for its generation, so that what an earlier plan was told can't be taken for
/// this one's.
package struct FamilyPlan: Hashable, Codable, Sendable {
  /// Which plan of this installation it is; each new one has another.
  package let generation: String
  /// The policy that it was made for.
  package let policy: FamilyPolicy
  /// Whose use is watched.
  package let selection: [ApplicationToken]
  /// The minutes of use at which the monitor is woken, ascending.
  package let thresholds: [Int]

  /// Makes a plan.
  package init(
    generation: String, policy: FamilyPolicy, earnedMinutes: Int, selection: [ApplicationToken]
  ) {
    self.generation = generation
    self.policy = policy
    self.selection = selection
    thresholds = Ladder.thresholds(of: policy, earned: earnedMinutes)
  }

  /// Whether the plan still serves for what a snapshot says and a parent has selected.
  ///
  /// A reward alone needs no new one: what can be earned in whole rewards is a threshold already.
  package func serves(_ snapshot: FamilySnapshot, _ selection: [ApplicationToken]) -> Bool {
    policy == snapshot.policy && self.selection == selection
      && thresholds.contains(snapshot.allowance(on: snapshot.day))
  }

  /// The activity that lasts a day and has the thresholds.
  package var day: DeviceActivityName { DeviceActivityName("day-\(generation)") }

  /// The activity that lasts the allowed hours; `nil` where they are the whole day.
  package var hours: DeviceActivityName? {
    policy.allowedHours.is24Hours ? nil : DeviceActivityName("hours-\(generation)")
  }

  /// All activities of the plan.
  package var activities: [DeviceActivityName] { [day] + (hours.map { [$0] } ?? []) }

  /// The schedule of the day: from midnight to midnight in the family's zone.
  var daySchedule: ActivitySchedule {
    ActivitySchedule(
      interval: .daily(
        DailyWindow(from: .midnight, to: .midnight), weekday: nil, repeats: true),
      zone: policy.zone)
  }

  /// The schedule of the allowed hours.
  var hoursSchedule: ActivitySchedule {
    ActivitySchedule(
      interval: .daily(policy.allowedHours, weekday: nil, repeats: true), zone: policy.zone)
  }

  /// The thresholds as events.
  ///
  /// The one at nothing, of a day without free minutes, is the day's start.
  var events: [DeviceActivityEventName: ActivityEvent] {
    let watched = FamilyActivitySelection(applicationTokens: Set(selection))
    return Dictionary(
      uniqueKeysWithValues: thresholds.filter { $0 > 0 }.map { minutes in
        (
          Self.event(minutes),
          ActivityEvent(
            selection: watched, thresholdSeconds: minutes * 60, includesPastActivity: true)
        )
      })
  }

  private static func event(_ minutes: Int) -> DeviceActivityEventName {
    DeviceActivityEventName("minutes-\(minutes)")
  }

  /// The threshold that an event's name tells of; `nil` for another's name.
  func threshold(of event: DeviceActivityEventName) -> Int? {
    thresholds.first { Self.event($0) == event }
  }
}
