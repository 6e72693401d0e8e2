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

  /// What a store was made to follow.
  package struct Outcome: Hashable, Sendable {
    /// The verdict; `nil` while nothing is to be enforced.
    package let verdict: DeviceVerdict?
    /// The revision of the policy; `nil` where the verdict is of none, or only that nobody would notice.
    package let revision: Int?

    init(_ verdict: DeviceVerdict?, of state: FamilyState) {
      self.verdict = verdict
      revision =
        verdict != nil && state.isMonitoring ? state.snapshot?.policyRevision : nil
    }
  }

  /// Makes the store follow the verdict of a moment.
  ///
  /// Where the state can't be read the store stays as it is. Where only the version before it can, the
  /// store lets nothing go: what is shielded stays shielded.
  ///
  /// App and monitor change the state and write the store because of it, each when it likes. What was judged
  /// before the other's change and written after it would undo theirs, so after writing it is judged once
  /// more: whoever writes last has then seen the last change.
  ///
  /// - Parameter known: What holds although the document couldn't be made to say it; `nil` to read that.
  /// - Returns: What the store follows now; `nil` while there is nothing to follow.
  @discardableResult
  package func enforce(
    at now: Instant, suspicion: Suspicion?, knowing known: FamilyState? = nil,
    reporting: (FamilyFault) -> Void
  ) throws(FamilyFault) -> Outcome? {
    var outcome: Outcome?
    var written: StoreSettings?
    for _ in 0..<Self.mostRounds {
      let (state, fault) = try read(unless: known)
      if let fault, written == nil { reporting(fault) }
      // Before the server's first word there is nothing to judge by, whatever was shielded before.
      guard let state, state.snapshot != nil else { return nil }
      let verdict = state.verdict(at: now, suspicion: suspicion)
      var wanted = StoreSettings()
      if verdict?.isShielded == true { wanted.shieldedApplications = Set(state.selection) }
      outcome = Outcome(verdict, of: state)
      if wanted == written { break }
      try write(wanted, keepingWhatIsShielded: fault != nil)
      written = wanted
    }
    return outcome
  }

  private func read(
    unless known: FamilyState?
  ) throws(FamilyFault) -> (state: FamilyState?, fault: FamilyFault?) {
    if let known { return (known, nil) }
    return try group.read()
  }

  /// How often the store is written when the state changes as fast as that.
  private static let mostRounds = 4

  private func write(
    _ settings: StoreSettings, keepingWhatIsShielded keeps: Bool
  ) throws(FamilyFault) {
    let store = ManagedSettingsStore(named: .init(FamilyIdentity.store))
    var settings = settings
    do {
      if keeps, let held = try store.settings().shieldedApplications {
        settings.shieldedApplications = (settings.shieldedApplications ?? []).union(held)
      }
      try store.replace(with: settings)
    } catch {
      throw FamilyFault(code: error.code.rawValue, message: error.message)
    }
  }

  /// Registers a plan for what the state says now, unless the one that is registered still serves.
  ///
  /// The new plan stands before the old one goes. What was used of the day counts in it too. Until it
  /// stands, and where it can't be registered, nobody would notice that time is up, so the apps are
  /// shielded. The document's lock is not held meanwhile: the platform tells the monitor at once that the
  /// day has begun, and the monitor has something to write. Two apps that plan at once have to take turns:
  /// each would stop what the other has just started.
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
    if isWatching(state) { return nil }
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

  /// Whether somebody watches by a plan that serves: a service whose state was lost has it no more.
  package static func isWatching(_ state: FamilyState) -> Bool {
    guard state.isMonitoring, let plan = state.plan else { return false }
    let monitored = DeviceActivityCenter().activities
    return plan.activities.allSatisfy(monitored.contains)
  }
}
