import AppGroup
import CivilTime
import DeviceActivity
package import OpenAppLockRules
import ScreenTimeClient
package import ScreenTimeModel

/// Grants opens: what the action extension does for a press on "Open".
///
/// The order is what makes it safe. First the end of each session is armed; then, in one locked step that
/// asks the decision again, the opens are spent and the sessions recorded; only then are shields
/// lifted. What fails later gives the opens back. An armed end is left as it is then: another press of the
/// same moment may rely on it, and one that nobody relies on wakes the monitor for nothing. A process that is
/// killed in between leaves at worst an open spent, never one granted that wasn't (decisions O2–O5).
package struct OpenGate {
  private let stores: GroupStores
  private let shields: any ShieldWriting
  private let activities: any ActivityArming
  private let categories: any CategoryLookup

  /// Makes the gate of a group.
  package init(
    _ stores: GroupStores, writingTo shields: any ShieldWriting = ManagedShields(),
    arming activities: any ActivityArming = ManagedActivities(),
    categories: any CategoryLookup = CatalogCategories()
  ) {
    self.stores = stores
    self.shields = shields
    self.activities = activities
    self.categories = categories
  }

  /// Handles a press on the shield of `subject`.
  ///
  /// - Throws: ``OpenGateError``; nothing is open and nothing is spent then.
  package func press(
    _ subject: ShieldSubject, at moments: Moments
  ) throws(OpenGateError) -> OpenPress {
    let pass = EnforcementPass(stores, writingTo: shields, arming: activities)
    if !facts.areCertain { pass.run(at: moments) }
    let rules = try certainRules()
    let press = Press(
      subject: subject, rules: rules, moments: moments,
      categories: try categories(of: subject, among: rules))
    var armed: Set<RuleID> = []
    // Each turn arms a rule more or is the last one.
    while true {
      let decision = press.decide(try certainFacts())
      guard case .granted(let rules) = decision else {
        if case .living = decision { try liftAgain(press, pass) }
        return decision
      }
      if let refusal = arm(rules.filter { !armed.contains($0) }, &armed, press) {
        return .refused(refusal)
      }
      switch try spend(press, armed) {
      case .granted(let spent):
        try lift(spent, press, pass)
        return .granted(spent)
      case .living(let until):
        // Another press won: its session ends when it said, so that is when to wake.
        rearm(armed, until: until, press)
        try liftAgain(press, pass)
        return .living(until: until)
      case .refused: continue
      }
    }
  }
}

/// Why a press could not be handled; whoever pressed may try again.
package struct OpenGateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A word for programs.
  package let code: String
  /// One sentence.
  package let message: String

  /// The sentence.
  package var description: String { message }

  init(_ fault: GroupFault) {
    code = fault.code
    message = "no open can be granted now: \(fault.message)"
  }

  init(_ error: ScreenTimeError) {
    code = error.code.rawValue
    message = "no open can be granted now: \(error.message)"
  }

  init(_ failure: EnforcementReport.StoreFailure) {
    code = failure.error.code.rawValue
    message =
      "the shield could not be lifted, and the open was given back: \(failure.error.message)"
  }
}

// MARK: One press

/// What is asked about, and what doesn't change while it is handled.
private struct Press {
  let subject: ShieldSubject
  let rules: [RuleSnapshot]
  let moments: Moments
  let categories: Set<ActivityCategoryToken>

  var day: LocalDay { moments.day }
  var end: Instant { day.now + RuleActivities.openSessionLength }

  func decide(_ facts: Facts) -> OpenPress {
    OpenPress.decide(
      subject, categories: categories, rules: facts.judge(rules, at: moments), at: day.moment)
  }

  func session(of rule: RuleID, until end: Instant) -> PlannedActivity {
    RuleActivities.openSession(of: rule, from: day.now, until: end, in: day.moment.zone)
  }
}

extension OpenGate {
  /// Rules that aren't certain grant nothing: one that is missing might be one that blocks.
  private func certainRules() throws(OpenGateError) -> [RuleSnapshot] {
    let found = stores.snapshots.read()
    if let fault = found.fault { throw OpenGateError(fault) }
    return found.content ?? []
  }

  private var facts: Facts { stores.facts() }

  private func certainFacts() throws(OpenGateError) -> Facts {
    let facts = facts
    if let fault = facts.usage.fault ?? facts.sessions.fault ?? facts.locks.fault {
      throw OpenGateError(fault)
    }
    return facts
  }

  private func categories(
    of subject: ShieldSubject, among rules: [RuleSnapshot]
  ) throws(OpenGateError) -> Set<ActivityCategoryToken> {
    do {
      return try categories.categories(of: subject, among: rules)
    } catch {
      throw OpenGateError(error)
    }
  }

  private func arm(
    _ rules: [RuleID], _ armed: inout Set<RuleID>, _ press: Press
  ) -> RuleRefusal? {
    for rule in rules {
      do {
        try activities.arm(press.session(of: rule, until: press.end))
        armed.insert(rule)
      } catch {
        return RuleRefusal(
          code: .notMonitored,
          message:
            "the end of the open could not be arranged, so it was not spent: \(error.message)")
      }
    }
    return nil
  }

  private func rearm(_ rules: Set<RuleID>, until end: Instant, _ press: Press) {
    for rule in rules {
      // One that can't be armed again keeps its first end, which is a moment later.
      try? activities.arm(press.session(of: rule, until: end))
    }
  }

  /// Spends an open of each rule that the press needs, if it still needs only rules whose end is armed.
  ///
  /// The opens are durable before the sessions are: a power cut in between costs an open.
  private func spend(_ press: Press, _ armed: Set<RuleID>) throws(OpenGateError) -> OpenPress {
    do {
      return try stores.group.withLock {
        let decision = press.decide(try certainFacts())
        guard case .granted(let rules) = decision, armed.isSuperset(of: rules) else {
          if case .granted = decision { return Self.again }
          return decision
        }
        try record(rules, press)
        return decision
      }
    } catch {
      if let error = error.underlying as? OpenGateError { throw error }
      throw OpenGateError(GroupFault(error))
    }
  }

  /// What stands for a decision that has to be made again.
  private static var again: OpenPress {
    .refused(RuleRefusal(code: .notMonitored, message: "the rules have changed meanwhile"))
  }

  private func record(_ rules: [RuleID], _ press: Press) throws(AppGroupError) {
    try stores.usage.spendOpens(of: rules, on: press.day.date)
    do throws(AppGroupError) {
      try stores.openSessions.change { sessions in
        for rule in rules { sessions.grant(rule, from: press.day.now, until: press.end) }
      }
    } catch {
      // If the refund fails as well, an open is lost, which is the safe side.
      try? stores.usage.change { book in
        for rule in rules { book.refundOpen(of: rule, on: press.day.date) }
      }
      throw error
    }
  }

  /// Lifts the shields of the rules whose opens were spent; if one can't be lifted, gives back all.
  private func lift(
    _ rules: [RuleID], _ press: Press, _ pass: EnforcementPass
  ) throws(OpenGateError) {
    let failures = pass.run(at: press.moments, first: rules.first).failures
    let lifted = Set(rules.map(RuleStoreName.rule))
    guard let failure = failures.first(where: { lifted.contains($0.store) }) else { return }
    giveBack(rules, press)
    pass.run(at: press.moments)
    throw OpenGateError(failure)
  }

  /// Makes sure that what a living session opened is open: whoever granted it may have been killed before
  /// the shields were lifted.
  private func liftAgain(_ press: Press, _ pass: EnforcementPass) throws(OpenGateError) {
    guard let failure = pass.run(at: press.moments).failures.first else { return }
    throw OpenGateError(
      GroupFault(
        code: failure.error.code.rawValue,
        message: "the shield could not be lifted: \(failure.error.message)"))
  }

  private func giveBack(_ rules: [RuleID], _ press: Press) {
    do {
      try stores.group.withLock {
        let revoked = try stores.openSessions.change { sessions in
          rules.filter { sessions.revoke($0, grantedAt: press.day.now) }
        }
        try stores.usage.change { book in
          for rule in revoked { book.refundOpen(of: rule, on: press.day.date) }
        }
      }
    } catch {
      stores.add(GroupFault(error))
    }
  }
}
