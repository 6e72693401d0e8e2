package import CivilTime
package import OpenAppLockRules
package import ScreenTimeModel

/// What a monitor does when it is woken: the rule in question first, then whatever else is due.
package struct MonitorEnforcement {
  private let schedules: ScheduleEnforcement
  private let limits: LimitEnforcement
  private let pass: EnforcementPass

  /// Makes it over a group.
  package init(_ stores: GroupStores, writingTo shields: any ShieldWriting = ManagedShields()) {
    pass = EnforcementPass(stores, writingTo: shields)
    schedules = ScheduleEnforcement(pass)
    limits = LimitEnforcement(stores, pass)
  }

  /// An activity's interval started or ended.
  ///
  /// One that isn't ours wakes us all the same: what is due is set right (decision O6).
  package func intervalEdge(
    of activity: DeviceActivityName, at moments: Moments
  ) -> EnforcementReport {
    switch RuleActivityName(activity) {
    case .window(let rule), .windowAfterMidnight(let rule):
      schedules.handleWindowEdge(of: rule, at: moments)
    case .day(let rule): limits.handleDayStart(of: rule, at: moments)
    case .hardLock(let rule): schedules.handleWindowEdge(of: rule, at: moments)
    case .openSession(let rule): limits.handleSessionEnd(of: rule, at: moments)
    case nil: pass.refresh(at: moments)
    }
  }

  /// Use has reached an event's threshold, in an interval that began on a local date.
  ///
  /// What comes on another date than the interval's is from another day, and not recorded (decision L3).
  ///
  /// - Throws: what kept it from being recorded; the callback has to be delivered again.
  package func thresholdReached(
    _ event: DeviceActivityEventName, of activity: DeviceActivityName,
    begunOn date: CivilDate? = nil, at moments: Moments
  ) throws(GroupFault) -> EnforcementReport {
    guard case .day(let rule) = RuleActivityName(activity),
      case .minutes(let minutes) = RuleEventName(event),
      date ?? moments.day.date == moments.day.date
    else { return pass.refresh(at: moments) }
    return try limits.handleThreshold(minutes: minutes, of: rule, at: moments)
  }
}
