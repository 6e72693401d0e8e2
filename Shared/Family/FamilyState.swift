package import CivilTime
package import PolicyCore
package import ScreenTimeModel

/// What a child's machine knows by itself: the document that app and extensions share.
///
/// Nothing in it lets anybody speak to the server.
package struct FamilyState: Hashable, Codable, Sendable {
  /// What the server said last; `nil` before the first time.
  package var snapshot: FamilySnapshot?
  /// What was observed of the day; `nil` before the first observation.
  package var usage: ObservedUsage?
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

  /// Makes the state of a new installation.
  package init(installation: String) {
    self.installation = installation
    selection = []
    generations = 0
  }

  /// Whether somebody would notice that time is up.
  package var isMonitoring: Bool {
    guard let snapshot, let plan, registrationFailure == nil else { return false }
    return plan.serves(snapshot, selection)
  }

  /// What holds now; `nil` while nothing is to be enforced: no server's word, or no apps selected.
  ///
  /// With a wall clock that can't be trusted the stricter of both times holds (decision C3).
  package func verdict(at now: Instant, suspectWall: Instant?) -> DeviceVerdict? {
    guard let snapshot, !selection.isEmpty else { return nil }
    let verdicts = [now, suspectWall].compactMap { $0 }.map { instant in
      DeviceVerdict.of(
        snapshot, usage: usage ?? Self.unused(at: instant, in: snapshot),
        isMonitoring: isMonitoring, at: instant)
    }
    return verdicts.min { $0.minutesLeft < $1.minutesLeft }
  }

  private static func unused(at instant: Instant, in snapshot: FamilySnapshot) -> ObservedUsage {
    ObservedUsage(day: Moment(instant, in: snapshot.policy.zone).date, minutes: 0)
  }

  /// Takes note that use has reached a threshold of an interval that began on a day.
  ///
  /// One that comes after its day is over says nothing about today, and one of more minutes than the day
  /// has had is a mistake.
  package mutating func observe(_ minutes: Int, on day: CivilDate, at now: Instant) {
    guard let snapshot, Moment(now, in: snapshot.policy.zone).date == day,
      now - snapshot.policy.zone.startOfDay(day) >= .seconds(minutes * 60)
    else { return }
    usage = (usage ?? ObservedUsage(day: day, minutes: 0)).reaching(minutes, on: day)
  }
}

extension DeviceVerdict {
  /// The minutes that are left; none under a shield.
  fileprivate var minutesLeft: Int {
    if case .open(let minutes) = self { minutes } else { 0 }
  }
}
