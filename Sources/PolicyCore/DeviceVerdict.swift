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

  /// The minutes that are left; none under a shield.
  package var minutesLeft: Int {
    if case .open(let minutes) = self { minutes } else { 0 }
  }

  /// Works out what holds at a moment, from what the device knows by itself.
  ///
  /// - Parameters:
  ///   - snapshot: What the server said last, whenever that was. Its policy holds until another comes;
  ///     what it says was earned holds on its day only.
  ///   - usedMinutes: What counts as used on the moment's day.
  ///   - isMonitoring: Whether the plan for this snapshot is registered.
  ///   - instant: The moment; its day is read in the family's zone.
  package static func of(
    _ snapshot: FamilySnapshot, usedMinutes: Int, isMonitoring: Bool, at instant: Instant
  ) -> DeviceVerdict {
    guard isMonitoring else { return .shielded(.monitoringFailed) }
    let moment = Moment(instant, in: snapshot.policy.zone)
    let window = snapshot.policy.allowedHours
    guard window.span(containing: moment, days: .everyday) != nil else {
      return .shielded(.outsideAllowedHours)
    }
    let left = snapshot.allowance(on: moment.date) - usedMinutes
    return left > 0 ? .open(minutesLeft: left) : .shielded(.allowanceReached)
  }
}

extension FamilySnapshot {
  /// The minutes that a day has: the base, and what was earned if it is the snapshot's day.
  package func allowance(on date: CivilDate) -> Int {
    policy.dailyLimitMinutes + bonus(on: date)
  }

  /// The minutes that were earned and count on a day; none on any but the snapshot's own.
  package func bonus(on date: CivilDate) -> Int {
    date == day ? Reward.counted(earned: earnedMinutes, cap: policy.dailyBonusCapMinutes) : 0
  }

  /// The minutes that the next passed challenge of a day earns; none once its bonus is full.
  package func nextAward(on date: CivilDate) -> Int {
    Reward.award(
      reward: policy.rewardMinutes, cap: policy.dailyBonusCapMinutes, earned: bonus(on: date))
  }
}
