package import CivilTime
package import OpenAppLockRules
import ScreenTimeClient
import ScreenTimeModel

/// Works out every rule anew and makes the stores say what follows: the one way in which foreground and
/// background enforce.
///
/// What is not known for certain lifts nothing (decision P5): rules that can't be read leave every store
/// as it is, and a ledger that can't be read leaves the stores of the rules that rest on it.
package struct EnforcementPass {
  private let stores: GroupStores
  private let shields: any ShieldWriting

  /// Makes a pass over a group.
  package init(_ stores: GroupStores, writingTo shields: any ShieldWriting = ManagedShields()) {
    self.stores = stores
    self.shields = shields
  }

  /// Enforces what holds at a moment.
  ///
  /// - Parameters:
  ///   - rules: The rules, from somebody who knows them better than the snapshots do.
  ///   - first: The rule because of which this is done; its store comes before others.
  package func refresh(
    at moment: Moment, rules: [RuleSnapshot]? = nil, first: RuleID? = nil
  ) -> EnforcementReport {
    let (judged, failures) = run(at: moment, rules: rules, first: first)
    return EnforcementReport(judged: judged, faults: stores.takeFaults(), failures: failures)
  }

  /// Enforces as a part of something greater: faults are left for whoever reports that.
  @discardableResult
  func run(
    at moment: Moment, rules: [RuleSnapshot]? = nil, first: RuleID? = nil
  ) -> (judged: [JudgedRule], failures: [EnforcementReport.StoreFailure]) {
    let known = rules.map { Found($0) } ?? stores.snapshots.read()
    guard let rules = known.content else { return ([], []) }
    let day = LocalDay(moment)
    let controller = ShieldController(shields)
    var failures = Failures()
    let facts = healedFacts(rules, on: day, controller)
    let judged = facts.judge(rules, on: day)
    enforce(judged, facts, rulesAreCertain: known.isCertain, first, controller, &failures)
    protectFromRemoval(judged, isCertain: known.isCertain, controller, &failures)
    if known.isCertain { clearOrphans(of: rules, controller, &failures) }
    keepBooks(controller, at: day)
    return (judged, failures.list)
  }

  /// Shields come before lifts, so that where one window ends as another begins there is no gap
  /// whatever woke us (decision W4).
  private func enforce(
    _ judged: [JudgedRule], _ facts: Facts, rulesAreCertain: Bool, _ first: RuleID?,
    _ controller: ShieldController, _ failures: inout Failures
  ) {
    let ordered = judged.filter { $0.id == first } + judged.filter { $0.id != first }
    for rule in ordered where rule.state.shields { failures.apply(rule, controller) }
    guard rulesAreCertain else { return }
    for rule in ordered where !rule.state.shields && facts.mayLift(rule.state) {
      failures.apply(rule, controller)
    }
  }

  private func protectFromRemoval(
    _ judged: [JudgedRule], isCertain: Bool, _ controller: ShieldController,
    _ failures: inout Failures
  ) {
    let setting = healedProtection(controller)
    guard let isWanted = setting.content else { return }
    var settings = StoreSettings()
    if RulePolicy.shouldDenyAppRemoval(judged, enabled: isWanted) { settings.denyAppRemoval = true }
    if settings.isEmpty, !(isCertain && setting.isCertain) { return }
    failures.attempt(RuleStoreName.uninstallProtection) { store throws(ScreenTimeError) in
      try controller.apply(settings, to: store)
    }
  }

  /// Stores of rules that are gone block nobody (the rules' own store is never touched by another).
  private func clearOrphans(
    of rules: [RuleSnapshot], _ controller: ShieldController, _ failures: inout Failures
  ) {
    guard let named = try? controller.storeNames() else {
      // Nothing could be written then either, which is among the failures already.
      return
    }
    let known = Set(rules.map(\.id))
    let tracked = stores.shieldStores.read().content ?? []
    for store in named.union(tracked) {
      guard let rule = RuleStoreName.ruleID(ofStore: store), !known.contains(rule) else { continue }
      failures.attempt(store) { store throws(ScreenTimeError) in
        try controller.apply(StoreSettings(), to: store)
      }
    }
  }

  private func keepBooks(_ controller: ShieldController, at day: LocalDay) {
    do {
      try stores.openSessions.clearExpired(at: day.now)
      if let named = try? controller.storeNames() {
        let now = named.filter { RuleStoreName.ruleID(ofStore: $0) != nil }
        let before = stores.shieldStores.read().content ?? []
        try stores.shieldStores.change(adding: now, removing: before.subtracting(now))
      }
    } catch {
      stores.add(GroupFault(error))
    }
  }
}

// MARK: Healing

extension EnforcementPass {
  /// Reads ledger and sessions, and heals those that are damaged.
  ///
  /// The ledger before the damaged one may not know yet that a budget is spent. A time limit that
  /// shields now was spent, so that is what the healed ledger says: otherwise damage would be a way to
  /// lift it.
  private func healedFacts(
    _ rules: [RuleSnapshot], on day: LocalDay, _ controller: ShieldController
  ) -> Facts {
    var usage = stores.usage.read()
    var sessions = stores.openSessions.read()
    do {
      if usage.fault?.code == GroupFault.damagedCode {
        let spent = try spentTimeLimits(rules, on: day, controller)
        try stores.usage.change { book in
          for (rule, minutes) in spent { book.record(minutes: minutes, of: rule, on: day.date) }
        }
        usage = stores.usage.read()
      }
      if sessions.fault?.code == GroupFault.damagedCode {
        try stores.openSessions.change { $0.clearExpired(at: day.now) }
        sessions = stores.openSessions.read()
      }
    } catch {
      stores.add(GroupFault(code: "notHealed", message: "\(error)"))
    }
    return Facts(usage: usage, sessions: sessions)
  }

  private func spentTimeLimits(
    _ rules: [RuleSnapshot], on day: LocalDay, _ controller: ShieldController
  ) throws(ScreenTimeError) -> [(RuleID, Int)] {
    let shielding = try controller.storeNames()
    return rules.compactMap { rule in
      guard let minutes = rule.dailyMinutes, rule.countsUse(on: day),
        shielding.contains(RuleStoreName.rule(rule.id))
      else { return nil }
      return (rule.id, minutes)
    }
  }

  /// Reads the setting, and heals it: where nothing is known, what is enforced now is what was set.
  private func healedProtection(_ controller: ShieldController) -> Found<Bool> {
    let found = stores.settings.readUninstallProtection()
    guard found.fault?.code == GroupFault.damagedCode else { return found }
    do {
      let isEnforced = try controller.storeNames().contains(RuleStoreName.uninstallProtection)
      try stores.settings.setUninstallProtection(isEnforced || found.content == true)
      return stores.settings.readUninstallProtection()
    } catch {
      stores.add(GroupFault(code: "notHealed", message: "\(error)"))
      return found
    }
  }
}

/// What could not be written so far; one store's failure keeps no other from being written.
private struct Failures {
  private(set) var list: [EnforcementReport.StoreFailure] = []

  mutating func apply(_ judged: JudgedRule, _ controller: ShieldController) {
    attempt(RuleStoreName.rule(judged.id)) { _ throws(ScreenTimeError) in
      try controller.apply(judged.rule, judged.state)
    }
  }

  mutating func attempt(
    _ store: String, _ body: (String) throws(ScreenTimeError) -> Bool
  ) {
    do {
      _ = try body(store)
    } catch {
      list.append(EnforcementReport.StoreFailure(store: store, error: error))
    }
  }
}
