package import CivilTime
import DeviceActivity
import ManagedSettings
package import PolicyCore
import ScreenTimeClient
import ScreenTimeModel

/// Makes the platform do what a family's state says; app and monitor use the same.
package struct FamilyEnforcement {
  private let group: FamilyGroup

  /// Works with a group's document.
  package init(_ group: FamilyGroup) {
    self.group = group
  }

  /// Makes the store follow the verdict of a moment.
  ///
  /// Where the state can't be read the store stays as it is: what is shielded stays shielded.
  ///
  /// - Returns: The verdict; `nil` while nothing is to be enforced.
  @discardableResult
  package func enforce(
    at now: Instant, suspicion: Suspicion?, reporting: (FamilyFault) -> Void
  ) throws(FamilyFault) -> DeviceVerdict? {
    let (state, fault) = try group.read()
    if let fault { reporting(fault) }
    guard let state else { return nil }
    let verdict = state.verdict(at: now, suspicion: suspicion)
    var wanted = StoreSettings()
    if verdict?.isShielded == true { wanted.shieldedApplications = Set(state.selection) }
    do {
      try ManagedSettingsStore(named: .init(FamilyIdentity.store)).replace(with: wanted)
    } catch {
      throw FamilyFault(code: error.code.rawValue, message: error.message)
    }
    return verdict
  }

  /// Registers a plan for what the state says now, unless the one that is registered still serves.
  ///
  /// The new plan stands before the old one goes. What was used of the day counts in it too. Until it
  /// stands, and where it can't be registered, nobody would notice that time is up, so the apps are
  /// shielded. The document's lock is not held meanwhile: the platform tells the monitor at once that the
  /// day has begun, and the monitor has something to write.
  package func plan(installation: @autoclosure () -> String) throws(FamilyFault) {
    let plan = try group.update(installation: installation()) { state in
      Self.announcePlan(in: &state)
    }
    guard let plan else { return }
    var failure: String?
    do {
      try Self.register(plan)
      Self.stopOthers(than: plan)
    } catch {
      failure = error.message
    }
    try group.update(installation: installation()) { state in
      if state.plan == plan { state.registrationFailure = failure }
    }
  }

  /// Puts a new plan into the state where one is needed.
  private static func announcePlan(in state: inout FamilyState) -> FamilyPlan? {
    guard let snapshot = state.snapshot, !state.selection.isEmpty else { return nil }
    if state.isMonitoring, isRegistered(state.plan) { return nil }
    state.generations += 1
    let plan = FamilyPlan(
      generation: "\(state.installation)-\(state.generations)", policy: snapshot.policy,
      earnedMinutes: snapshot.earnedMinutes, selection: state.selection)
    state.plan = plan
    state.registrationFailure = "the plan is being registered"
    return plan
  }

  private static func register(_ plan: FamilyPlan) throws(MonitoringError) {
    let center = DeviceActivityCenter()
    if let hours = plan.hours {
      try center.startMonitoring(hours, during: plan.hoursSchedule)
    }
    try center.startMonitoring(plan.day, during: plan.daySchedule, events: plan.events)
  }

  private static func stopOthers(than plan: FamilyPlan) {
    let center = DeviceActivityCenter()
    center.stopMonitoring(center.activities.filter { !plan.activities.contains($0) })
  }

  /// Whether the platform still has the plan: a service whose state was lost doesn't.
  private static func isRegistered(_ plan: FamilyPlan?) -> Bool {
    guard let plan else { return false }
    let monitored = DeviceActivityCenter().activities
    return plan.activities.allSatisfy(monitored.contains)
  }
}
