import AppGroup
import Bus
import CivilTime
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
  private let activities: any ActivityArming

  /// Makes a pass over a group.
  package init(
    _ stores: GroupStores, writingTo shields: any ShieldWriting = ManagedShields(),
    arming activities: any ActivityArming = ManagedActivities()
  ) {
    self.stores = stores
    self.shields = shields
    self.activities = activities
  }

  /// Enforces what holds at a moment.
  ///
  /// - Parameters:
  ///   - rules: The rules, from somebody who knows them better than the snapshots do.
  ///   - first: The rule because of which this is done; its store comes before others.
  package func refresh(
    at moments: Moments, rules: [RuleSnapshot]? = nil, first: RuleID? = nil
  ) -> EnforcementReport {
    let controller = ShieldController(shields)
    if let last = standing(controller, rules, moments) {
      stores.lastPass = last
      return EnforcementReport(
        judged: last.judged, faults: stores.takeFaults(), failures: [], quietUntil: last.quietUntil)
    }
    stores.lastPass = nil
    let round = rounds(at: moments, rules: rules, first: first, controller)
    let versions = stores.seenVersions
    let faults = stores.takeFaults()
    guard round.failures.list.isEmpty, faults.isEmpty else {
      return EnforcementReport(
        judged: round.judged, faults: faults, failures: round.failures.list, quietUntil: nil)
    }
    let quietUntil = nextChange(of: round.judged, at: moments)
    if let quietUntil, let mark = round.mark {
      stores.lastPass = LastPass(
        round.judged, at: moments, quietUntil: quietUntil,
        by: LastPass.Basis(
          documents: versions, stores: mark, rules: rules, zone: moments.trusted.zone))
    }
    return EnforcementReport(
      judged: round.judged, faults: faults, failures: [], quietUntil: quietUntil)
  }

  /// The last pass, where another would find everything as it left it; brought up to a ledger in which no
  /// more than what is left of budgets is another.
  private func standing(
    _ controller: ShieldController, _ rules: [RuleSnapshot]?, _ moments: Moments
  ) -> LastPass? {
    guard let last = stores.lastPass, let basis = basis(controller, rules, moments) else {
      return nil
    }
    if last.holds(at: moments, by: basis) { return last }
    guard last.holdsButForUse(at: moments, by: basis),
      let known = rules ?? stores.snapshots.read().certainContent
    else { return nil }
    let facts = readFacts([])
    guard facts.areCertain, stores.seenVersions == basis.documents else { return nil }
    let judged = facts.judge(known, at: moments)
    guard last.shieldsSame(as: judged), let quietUntil = nextChange(of: judged, at: moments) else {
      return nil
    }
    return LastPass(judged, at: moments, quietUntil: quietUntil, by: basis)
  }

  /// What a pass would go by now; `nil` where the service doesn't tell.
  private func basis(
    _ controller: ShieldController, _ rules: [RuleSnapshot]?, _ moments: Moments
  ) -> LastPass.Basis? {
    // Who can't be asked is asked again by the pass, which tells why.
    guard (try? controller.storeNames()) != nil, let mark = controller.mark else { return nil }
    return LastPass.Basis(
      documents: stores.presentVersions, stores: mark, rules: rules, zone: moments.trusted.zone)
  }

  /// Enforces as a part of something greater: faults are left for whoever reports that.
  ///
  /// Others change the documents meanwhile, and write stores because of it. What was judged before such a
  /// change and written after it would undo theirs, so after writing everything is judged once more:
  /// whoever writes last has then seen the last change.
  @discardableResult
  func run(
    at moments: Moments, rules: [RuleSnapshot]? = nil, first: RuleID? = nil
  ) -> (judged: [JudgedRule], failures: [EnforcementReport.StoreFailure]) {
    let round = rounds(at: moments, rules: rules, first: first, ShieldController(shields))
    return (round.judged, round.failures.list)
  }

  private func rounds(
    at moments: Moments, rules: [RuleSnapshot]?, first: RuleID?, _ controller: ShieldController
  ) -> Round {
    var round = Round()
    var controller = controller
    for _ in 0..<Self.mostRounds {
      let known = rules.map { Found($0) } ?? stores.snapshots.read()
      guard known.content != nil else { return Round() }
      round = enforceOnce(known, at: moments, first, controller)
      guard round.failures.list.isEmpty else { break }
      if stores.presentVersions == round.versions { break }
      let now = rules ?? stores.snapshots.read().content ?? []
      if readFacts(round.storesInUse).judge(now, at: moments) == round.judged { break }
      controller = ShieldController(shields)
    }
    return round
  }

  /// When time alone may change something; `nil` while the wall clock is suspect, and where not all is
  /// known.
  private func nextChange(of judged: [JudgedRule], at moments: Moments) -> Instant? {
    let facts = readFacts([])
    guard moments.suspect == nil, facts.areCertain else { return nil }
    var next = NextChange.of(judged, on: moments.day)
    let ends =
      (facts.sessions.content?.ends ?? []) + (facts.locks.content?.ends ?? [])
    for end in ends where end > moments.now { next = min(next, end) }
    return next > moments.now ? next : nil
  }

  /// How often a pass begins anew when others change documents as fast as it writes.
  private static let mostRounds = 4

  private struct Round {
    var judged: [JudgedRule] = []
    var failures = Failures()
    var storesInUse: Set<String> = []
    /// The versions of the documents by which it was judged.
    var versions: GroupVersions?
    /// How the stores are afterwards.
    var mark: StoreMark?
  }

  private func enforceOnce(
    _ known: Found<[RuleSnapshot]>, at moments: Moments, _ first: RuleID?,
    _ controller: ShieldController
  ) -> Round {
    let rules = known.content ?? []
    var round = Round()
    do {
      round.storesInUse = try controller.storeNames()
    } catch {
      round.judged = stores.judge(rules, at: moments)
      round.failures.add("the stores", error)
      return round
    }
    let facts = healedFacts(rules, on: moments.day, round.storesInUse)
    round.judged = facts.judge(rules, at: moments)
    round.versions = stores.seenVersions
    enforce(
      round.judged, facts, rulesAreCertain: known.isCertain, first, controller, &round.failures)
    protectFromRemoval(
      round.judged, isCertain: known.isCertain && facts.areCertain, round.storesInUse, controller,
      &round.failures)
    if known.isCertain { clearOrphans(of: rules, round.storesInUse, controller, &round.failures) }
    if known.isCertain, stores.hardLocks.needsChange(for: round.judged, at: moments) {
      remember(locksOf: rules, at: moments)
    }
    armLocks(round.judged, at: moments)
    keepBooks(controller, at: moments.day)
    round.mark = controller.mark
    return round
  }

  private func readFacts(_ storesInUse: Set<String>) -> Facts {
    stores.facts(storesInUse: storesInUse)
  }

  /// Remembers which hard rules block, and until when.
  ///
  /// It is judged anew under the lock: an open that is just being granted is spent before its session is
  /// recorded, and what is seen in between blocks for nobody.
  private func remember(locksOf rules: [RuleSnapshot], at moments: Moments) {
    do {
      try stores.group.withLock {
        let facts = stores.facts()
        guard facts.usage.isCertain, facts.sessions.isCertain else { return }
        try stores.hardLocks.remember(facts.judge(rules, at: moments), at: moments)
      }
    } catch {
      stores.add(GroupFault(error))
    }
  }

  /// Has the monitor woken when a lock ends that nothing else would wake it for: where the rule's window is
  /// another in the zone that is in force by now.
  private func armLocks(_ judged: [JudgedRule], at moments: Moments) {
    guard let locks = stores.hardLocks.read().content else { return }
    var armed: [RuleID] = []
    for rule in judged {
      guard let end = locks.end(of: rule.id, at: moments.now), !locks.wakes(rule.id) else {
        continue
      }
      let own = RuleState.unlocked(rule.rule, usage: rule.usage, on: moments.day)
      if let ownEnd = own.blockEnd, ownEnd >= end { continue }
      let wake = RuleActivities.hardLock(
        of: rule.id, from: moments.now, until: end, in: moments.trusted.zone)
      // Where that isn't possible the app's own loop sees the end (decision P7).
      if (try? activities.arm(wake)) != nil { armed.append(rule.id) }
    }
    guard !armed.isEmpty else { return }
    do {
      try stores.hardLocks.noteWakes(of: armed)
    } catch {
      stores.add(GroupFault(error))
    }
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
    for rule in ordered where !rule.state.shields && facts.mayLift(rule) {
      failures.apply(rule, controller)
    }
  }

  private func protectFromRemoval(
    _ judged: [JudgedRule], isCertain: Bool, _ storesInUse: Set<String>,
    _ controller: ShieldController, _ failures: inout Failures
  ) {
    let setting = healedProtection(storesInUse)
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
    of rules: [RuleSnapshot], _ storesInUse: Set<String>, _ controller: ShieldController,
    _ failures: inout Failures
  ) {
    let known = Set(rules.map(\.id))
    let tracked = stores.shieldStores.read().content ?? []
    for store in storesInUse.union(tracked) {
      guard let rule = RuleStoreName.ruleID(ofStore: store), !known.contains(rule) else { continue }
      failures.attempt(store) { store throws(ScreenTimeError) in
        try controller.apply(StoreSettings(), to: store)
      }
    }
  }

  private func keepBooks(_ controller: ShieldController, at day: LocalDay) {
    do {
      try stores.openSessions.clearExpired(at: day.now)
      let now = controller.namesInUse.filter { RuleStoreName.ruleID(ofStore: $0) != nil }
      let before = stores.shieldStores.read().content ?? []
      try stores.shieldStores.change(adding: now, removing: before.subtracting(now))
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
    _ rules: [RuleSnapshot], on day: LocalDay, _ storesInUse: Set<String>
  ) -> Facts {
    let facts = readFacts(storesInUse)
    guard !facts.areCertain else { return facts }
    do {
      if facts.usage.fault?.code == GroupFault.damagedCode {
        try stores.usage.change { book in
          for rule in rules where rule.countsUse(on: day) {
            guard let minutes = rule.dailyMinutes,
              storesInUse.contains(RuleStoreName.rule(rule.id))
            else { continue }
            book.record(minutes: minutes, of: rule.id, on: day.date)
          }
        }
      }
      if facts.sessions.fault?.code == GroupFault.damagedCode {
        try stores.openSessions.change { $0.clearExpired(at: day.now) }
      }
    } catch {
      stores.add(GroupFault(error))
    }
    return readFacts(storesInUse)
  }

  /// Reads the setting, and heals it: where nothing is known, what is enforced now is what was set.
  private func healedProtection(_ storesInUse: Set<String>) -> Found<Bool> {
    let found = stores.settings.readUninstallProtection()
    guard found.fault?.code == GroupFault.damagedCode else { return found }
    let isEnforced = storesInUse.contains(RuleStoreName.uninstallProtection)
    do {
      try stores.settings.setUninstallProtection(isEnforced || found.content == true)
    } catch {
      stores.add(GroupFault(error))
    }
    return stores.settings.readUninstallProtection()
  }
}

/// What could not be written so far.
///
/// One store's failure keeps no other from being written, unless the service itself is gone: then each
/// further attempt would only wait.
private struct Failures {
  private(set) var list: [EnforcementReport.StoreFailure] = []
  private var isServiceGone = false

  mutating func apply(_ judged: JudgedRule, _ controller: ShieldController) {
    attempt(RuleStoreName.rule(judged.id)) { _ throws(ScreenTimeError) in
      try controller.apply(judged.rule, judged.state)
    }
  }

  mutating func attempt(
    _ store: String, _ body: (String) throws(ScreenTimeError) -> Bool
  ) {
    guard !isServiceGone else { return }
    do {
      _ = try body(store)
    } catch {
      add(store, error)
    }
  }

  mutating func add(_ store: String, _ error: ScreenTimeError) {
    list.append(EnforcementReport.StoreFailure(store: store, error: error))
    isServiceGone = isServiceGone || error.code.meansServiceIsGone
  }
}

extension ScreenTimeError.Code {
  /// Whether the next request would fail as well, and after a wait.
  fileprivate var meansServiceIsGone: Bool {
    self == .unreachable || self == .timeout || rawValue == BusErrorCode.peerGone.rawValue
      || rawValue == BusErrorCode.closed.rawValue
  }
}
