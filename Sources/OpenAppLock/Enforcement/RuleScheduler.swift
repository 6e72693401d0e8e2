import Bus
import DeviceActivity
import OpenAppLockRules
import ScreenTimeClient
import ScreenTimeModel
import ScreenTimeProtocol

/// Keeps monitored exactly the activities that the rules need.
///
/// A rule's activities are started only when its plan has another fingerprint, because a restart begins
/// the counting anew. What is monitored is asked of the platform whenever it comes, compared whole, and
/// remembered while it stays; nothing of it is kept in a file that could be wrong.
final class RuleScheduler {
  /// An activity that could not be registered: its rule is left to the app's own loop (decision P7).
  struct Failure: Hashable {
    /// The rule.
    let rule: RuleID
    /// The rule's name.
    let name: String
    /// Why not.
    let reason: MonitoringError
  }

  /// What could not be registered the last time.
  private(set) var failures: [Failure] = []

  private let platform: PlatformLink
  private let center = DeviceActivityCenter()
  /// What is monitored now, by name; `nil` until the platform was asked.
  private var monitored: Set<DeviceActivityName>?
  /// What the platform had when it was asked, for rules that haven't been looked at since.
  private var found: [DeviceActivityName: MonitoredActivity] = [:]
  private var applied: [RuleID: Applied] = [:]
  /// The rules whose every activity is monitored, as they were looked at last.
  private var settled: [RuleSnapshot]?

  /// A rule whose plan is monitored.
  private struct Applied {
    let rule: RuleSnapshot
    let fingerprint: String
    let names: [DeviceActivityName]
  }

  /// Makes a scheduler.
  init(platform: PlatformLink) {
    self.platform = platform
  }

  /// Forgets what is monitored: the platform was away and may have lost it.
  func forget() {
    monitored = nil
    found = [:]
    applied = [:]
    settled = nil
  }

  /// Starts what is missing or changed, and stops what no rule needs.
  ///
  /// - Throws: why the platform can't be asked. A single activity that it refuses is no error, see
  ///   ``failures``.
  func reconcile(_ rules: [RuleSnapshot]) throws(BusError) {
    guard let session = platform.session else { throw platform.reasonForAbsence }
    // Mostly nothing at all has changed.
    if let settled, settled == rules { return }
    settled = nil
    try ScreenTimeSession.withCurrent(session) { () throws(BusError) in
      try learn()
      failures = []
      let plans = rules.map(plan)
      // Before anything is started, so that no limit is met by what isn't needed any more.
      try stop(unlessIn: Set(plans.flatMap(\.names)), of: Set(rules.map(\.id)))
      for plan in plans { try apply(plan) }
      found = [:]
      if failures.isEmpty { settled = rules }
    }
  }

  private func learn() throws(BusError) {
    guard monitored == nil else { return }
    do {
      found = try center.monitored()
      monitored = Set(found.keys)
    } catch {
      try platform.requirePresence()
      throw BusError(.internalFailure, error.message)
    }
  }

  /// What a rule needs; `activities` is `nil` where that is monitored already.
  private struct Plan {
    let rule: RuleSnapshot
    let fingerprint: String
    let names: [DeviceActivityName]
    let activities: [PlannedActivity]?
  }

  private func plan(_ rule: RuleSnapshot) -> Plan {
    let known = applied[rule.id]
    // Most of the time nothing at all has changed, and nothing has to be worked out.
    if let known, known.rule == rule {
      return Plan(
        rule: rule, fingerprint: known.fingerprint, names: known.names, activities: nil)
    }
    let fingerprint = RuleActivities.fingerprint(of: rule)
    if let known, known.fingerprint == fingerprint {
      return Plan(rule: rule, fingerprint: fingerprint, names: known.names, activities: nil)
    }
    let activities = RuleActivities.activities(for: rule)
    return Plan(
      rule: rule, fingerprint: fingerprint, names: activities.map(\.name), activities: activities)
  }

  private func apply(_ plan: Plan) throws(BusError) {
    do {
      for activity in plan.activities ?? [] { try start(activity) }
      applied[plan.rule.id] = Applied(
        rule: plan.rule, fingerprint: plan.fingerprint, names: plan.names)
    } catch {
      applied[plan.rule.id] = nil
      try platform.requirePresence()
      failures.append(Failure(rule: plan.rule.id, name: plan.rule.name, reason: error))
    }
  }

  private func start(_ plan: PlannedActivity) throws(MonitoringError) {
    if found[plan.name] == plan.monitored { return }
    try center.startMonitoring(plan.name, during: plan.schedule, events: plan.events)
    monitored?.insert(plan.name)
  }

  /// Stops the activities that rules don't plan any more.
  ///
  /// A granted open and a hard lock run to their ends for as long as their rule exists.
  private func stop(
    unlessIn needed: Set<DeviceActivityName>, of rules: Set<RuleID>
  ) throws(BusError) {
    let strays = (monitored ?? []).filter { name in
      switch RuleActivityName(name) {
      case nil: false
      case .openSession(let rule), .hardLock(let rule): !rules.contains(rule)
      case .window, .windowAfterMidnight, .day: !needed.contains(name)
      }
    }
    applied = applied.filter { rules.contains($0.key) }
    guard !strays.isEmpty else { return }
    center.stopMonitoring(strays.sorted())
    do {
      try center.confirm()
    } catch {
      forget()
      try platform.requirePresence()
      throw BusError(.internalFailure, error.message)
    }
    monitored?.subtract(strays)
  }
}

extension PlannedActivity {
  /// The plan as the platform tells of it while it is monitored.
  fileprivate var monitored: MonitoredActivity {
    MonitoredActivity(
      schedule: schedule,
      events: Dictionary(
        events.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first }))
  }
}
