import AppGroup
import CivilTime
package import OpenAppLockRules

/// What is done when a limit's day starts, when use reaches a minute of its budget, and when a granted
/// open ends.
package struct LimitEnforcement {
  private let stores: GroupStores
  private let pass: EnforcementPass

  /// Makes it over a group and a pass.
  package init(_ stores: GroupStores, _ pass: EnforcementPass) {
    self.stores = stores
    self.pass = pass
  }

  /// A limit's day starts or ends: an open limit gates, a time limit has its budget back.
  package func handleDayStart(of rule: RuleID, at moments: Moments) -> EnforcementReport {
    pass.refresh(at: moments, first: rule)
  }

  /// Use has reached so many minutes of a rule's budget: it is recorded, and enforced at once.
  ///
  /// A damaged ledger is healed first, by a pass, which knows what is to be kept of it.
  ///
  /// - Throws: what kept it from being recorded. It is told once only, so it has to be told again.
  package func handleThreshold(
    minutes: Int, of rule: RuleID, at moments: Moments
  ) throws(GroupFault) -> EnforcementReport {
    if !stores.usage.read().isCertain { pass.run(at: moments) }
    let rules = stores.snapshots.read()
    if let snapshot = rules.content?.first(where: { $0.id == rule }) {
      do {
        _ = try stores.usage.record(minutes: minutes, of: snapshot, on: moments.day)
      } catch {
        throw GroupFault(error)
      }
    } else if let fault = rules.fault {
      throw fault
    }
    return pass.refresh(at: moments, first: rule)
  }

  /// A granted open ends, or its one-shot was stopped; a session that still lives is left alone (decisions
  /// O5, O6).
  package func handleSessionEnd(of rule: RuleID, at moments: Moments) -> EnforcementReport {
    pass.refresh(at: moments, first: rule)
  }
}
