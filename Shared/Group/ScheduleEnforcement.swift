import CivilTime
package import OpenAppLockRules

/// What is done at the edges of schedule windows.
package struct ScheduleEnforcement {
  private let pass: EnforcementPass

  /// Makes it over a pass.
  package init(_ pass: EnforcementPass) {
    self.pass = pass
  }

  /// A window, or the half of one, starts or ends.
  ///
  /// Which of the two doesn't matter, and isn't trusted: a callback may be late, twice or out of order
  /// (decision P4). The state is worked out anew, by the same function as in the foreground.
  package func handleWindowEdge(of rule: RuleID, at moments: Moments) -> EnforcementReport {
    pass.refresh(at: moments, first: rule)
  }
}
