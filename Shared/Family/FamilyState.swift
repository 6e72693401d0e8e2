package import CivilTime
package import PolicyCore
package import ScreenTimeModel

/// What a child's machine knows by itself: the document that app and extensions share.
///
/// Nothing in it lets anybody speak to the server.
package struct FamilyState: Hashable, Codable, Sendable {
  /// What the server said last; `nil` before the first time.
  package var snapshot: FamilySnapshot?
  /// What was observed of the last days.
  package private(set) var usage: UsageByDay
  /// The apps that a parent has selected, sorted.
  package var selection: [ApplicationToken]
  /// The plan that is registered; `nil` while none is.
  package var plan: FamilyPlan?
  /// How many plans there have been on this installation.
  package var generations: Int
  /// Names this installation, so that another's plans are not this one's.
  package var installation: String
  /// Why the last plan could not be registered; `nil` when it could.
  package var registrationFailure: String?
  /// The revision of the policy that the store was last made to follow; `nil` while none was.
  package var enforcedRevision: Int?

  /// Makes the state of a new installation.
  package init(installation: String) {
    self.installation = installation
    usage = UsageByDay()
    selection = []
    generations = 0
  }

  /// Whether somebody would notice that time is up.
  package var isMonitoring: Bool {
    guard let snapshot, let plan, registrationFailure == nil else { return false }
    return plan.serves(snapshot, selection)
  }

  /// Has the plan made anew before anything is open again: whether the present one is registered, or has
  /// told everything, isn't known.
  package mutating func distrustPlan(because reason: String) {
    registrationFailure = reason
  }

  /// What holds now; `nil` while nothing is to be enforced: no server's word, or no apps selected.
  ///
  /// With a wall clock that can't be trusted the stricter of both times holds (decision C3).
  package func verdict(at now: Instant, suspicion: Suspicion?) -> DeviceVerdict? {
    guard let snapshot, !selection.isEmpty else { return nil }
    let verdicts = [now, suspicion?.wall].compactMap { $0 }.map { instant in
      DeviceVerdict.of(
        snapshot,
        usedMinutes: usedMinutes(
          counting: instant, at: now, suspicion, in: snapshot.policy.zone),
        isMonitoring: isMonitoring, at: instant)
    }
    return verdicts.min { $0.minutesLeft < $1.minutesLeft }
  }

  /// What counts as used on an instant's day.
  ///
  /// While the clocks name different days it is what was used since they last named the same.
  private func usedMinutes(
    counting instant: Instant, at now: Instant, _ suspicion: Suspicion?, in zone: Zone
  ) -> Int {
    guard let suspicion, Moment(now, in: zone).date != Moment(suspicion.wall, in: zone).date
    else { return usage.minutes(on: Moment(instant, in: zone).date) }
    return usage.minutes(since: Moment(suspicion.agreed, in: zone).date)
  }

  /// Takes note that use has reached so many minutes of a day.
  ///
  /// One that comes after its day is over says nothing about today, and one of more minutes than the day
  /// has had is a mistake.
  package mutating func observe(_ minutes: Int, on day: CivilDate, at now: Instant) {
    guard let snapshot, Moment(now, in: snapshot.policy.zone).date == day,
      now - snapshot.policy.zone.startOfDay(day) >= .seconds(minutes * 60)
    else { return }
    usage.reach(minutes, on: day)
  }
}
