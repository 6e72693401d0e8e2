package import CivilTime

/// What a child's machine does at a moment, and why.
package enum DeviceVerdict: Hashable, Sendable {
  /// The apps are free; so many minutes are left.
  case open(minutesLeft: Int)
  /// The apps are shielded.
  case shielded(Reason)

  /// Why the apps are shielded.
  package enum Reason: String, Hashable, Codable, Sendable {
    /// The registration of the monitor failed, so nobody would notice when time is up.
    case monitoringFailed = "monitoring_failed"
    /// It is outside of the allowed hours.
    case outsideAllowedHours = "outside_allowed_hours"
    /// The minutes of the day are used.
    case allowanceReached = "allowance_reached"
  }

  /// Whether the apps are shielded.
  package var isShielded: Bool {
    if case .shielded = self { true } else { false }
  }

  /// Works out what holds at a moment, from what the device knows by itself.
  ///
  /// - Parameters:
  ///   - snapshot: What the server said last, whenever that was. Its policy holds until another comes;
  ///     what it says was earned holds on its day only.
  ///   - usage: What was observed.
  ///   - isMonitoring: Whether the plan for this snapshot is registered.
  ///   - instant: The moment; its day is read in the family's zone.
  package static func of(
    _ snapshot: FamilySnapshot, usage: ObservedUsage, isMonitoring: Bool, at instant: Instant
  ) -> DeviceVerdict {
    guard isMonitoring else { return .shielded(.monitoringFailed) }
    let moment = Moment(instant, in: snapshot.policy.zone)
    let window = snapshot.policy.allowedHours
    guard window.span(containing: moment, days: .everyday) != nil else {
      return .shielded(.outsideAllowedHours)
    }
    let left = snapshot.allowance(on: moment.date) - usage.rolled(to: moment.date).minutes
    return left > 0 ? .open(minutesLeft: left) : .shielded(.allowanceReached)
  }
}

extension FamilySnapshot {
  /// The minutes that a day has: the base, and what was earned if it is the snapshot's day.
  package func allowance(on date: CivilDate) -> Int {
    let earned = date == day ? earnedMinutes : 0
    return policy.dailyLimitMinutes
      + Reward.counted(earned: earned, cap: policy.dailyBonusCapMinutes)
  }
}
