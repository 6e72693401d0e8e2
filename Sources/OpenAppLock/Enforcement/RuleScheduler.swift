import Bus
import DeviceActivity
import OpenAppLockRules
import ScreenTimeClient
import ScreenTimeModel
import ScreenTimeProtocol

/// Keeps monitored exactly the activities that the rules need.
///
/// An activity is started only when what is monitored under its name isn't what the rule plans: a
/// restart begins its counting anew. What is monitored is asked of the platform whenever it comes, and
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
  private var monitored: [DeviceActivityName: MonitoredActivity] = [:]
  private var isKnown = false
  private var applied: [RuleID: String] = [:]

  /// Makes a scheduler.
  init(platform: PlatformLink) {
    self.platform = platform
  }

  /// Forgets what is monitored: the platform was away and may have lost it.
  func forget() {
    isKnown = false
    monitored = [:]
    applied = [:]
  }

  /// Starts what is missing or changed, and stops what no rule needs.
  ///
  /// - Throws: why the platform can't be asked. A single activity that it refuses is no error, see
  ///   ``failures``.
  func reconcile(_ rules: [RuleSnapshot]) throws(BusError) {
    guard let session = platform.session else { throw platform.reasonForAbsence }
    try ScreenTimeSession.withCurrent(session) { () throws(BusError) in
      try learn()
      try stopStrays(rules)
      failures = []
      for rule in rules { try reconcile(rule) }
    }
  }

  private func learn() throws(BusError) {
    guard !isKnown else { return }
    do {
      monitored = try center.monitored()
      isKnown = true
    } catch {
      try platform.requirePresence()
      throw BusError(.internalFailure, error.message)
    }
  }

  private func reconcile(_ rule: RuleSnapshot) throws(BusError) {
    let fingerprint = RuleActivities.fingerprint(of: rule)
    guard applied[rule.id] != fingerprint else { return }
    do {
      for plan in RuleActivities.activities(for: rule) { try start(plan) }
      applied[rule.id] = fingerprint
    } catch {
      applied[rule.id] = nil
      try platform.requirePresence()
      failures.append(Failure(rule: rule.id, name: rule.name, reason: error))
    }
  }

  private func start(_ plan: PlannedActivity) throws(MonitoringError) {
    let wanted = MonitoredActivity(
      schedule: plan.schedule,
      events: Dictionary(
        plan.events.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first }))
    guard monitored[plan.name] != wanted else { return }
    try center.startMonitoring(plan.name, during: plan.schedule, events: plan.events)
    monitored[plan.name] = wanted
  }

  /// Stops the activities of rules that don't plan them any more.
  ///
  /// A granted open runs to its end for as long as its rule exists.
  private func stopStrays(_ rules: [RuleSnapshot]) throws(BusError) {
    let planned = Set(rules.flatMap { RuleActivities.activities(for: $0).map(\.name) })
    let known = Set(rules.map(\.id))
    let strays = monitored.keys.filter { name in
      switch RuleActivityName(name) {
      case nil: false
      case .openSession(let rule): !known.contains(rule)
      case .window, .windowAfterMidnight, .day: !planned.contains(name)
      }
    }
    guard !strays.isEmpty else { return }
    center.stopMonitoring(strays.sorted())
    do {
      try center.confirm()
    } catch {
      forget()
      try platform.requirePresence()
      throw BusError(.internalFailure, error.message)
    }
    for name in strays {
      monitored[name] = nil
      if let rule = RuleActivityName(name)?.rule { applied[rule] = nil }
    }
  }
}
