import AppGroup
import CivilTime
package import FamilyShared
package import PolicyCore
import ScreenTimeModel

/// A child's machine: what it is to its server, what it knows, and what it makes true.
///
/// Everything that is enforced comes from the document in the app group. The server only ever changes that
/// document, so that the machine does without it for as long as it must.
package final class ChildDevice {
  /// How long one command waits for another to have enforced.
  private static let patience = Duration.seconds(30)

  let files: DeviceFiles
  let group: FamilyGroup
  let platform: Platform
  let newInstallation: () -> String

  /// Puts a machine together.
  ///
  /// - Parameter newInstallation: Makes a name that no other installation has.
  package init(
    files: DeviceFiles, group: FamilyGroup, platform: Platform,
    newInstallation: @escaping () -> String
  ) {
    self.files = files
    self.group = group
    self.platform = platform
    self.newInstallation = newInstallation
  }

  /// What the machine knows; a new installation knows nothing.
  package func state() throws(DeviceError) -> FamilyState {
    do {
      return try group.read().state ?? FamilyState(installation: "")
    } catch {
      throw DeviceError(unreadable: error)
    }
  }

  /// Who the machine is.
  ///
  /// - Throws: `notPaired`.
  package func requireCredentials() throws(DeviceError) -> Credentials {
    guard let known = try files.credentials.read() else {
      throw DeviceError(
        .notPaired, "this machine is not paired yet",
        hint: "family-device pair --server URL --code CODE, with a code from the family's page")
    }
    return known
  }

  // MARK: Making it true

  /// Makes what is kept true: use that nobody told of, a plan that serves, a store that follows the verdict.
  ///
  /// What can't be written down holds all the same: a full disk opens nothing.
  ///
  /// - Throws: what could not be written, after enforcing; and `notStored` where nothing can be read, which
  ///   leaves everything shielded that is.
  @discardableResult
  package func enforce() throws(DeviceError) -> DeviceVerdict? {
    try inTurn { () throws(DeviceError) in
      let use = try measureUse()
      do throws(FamilyFault) {
        try note(use)
        try FamilyEnforcement(group).plan(installation: newInstallation())
      } catch {
        _ = try follow(try unwritten(use, because: error))
        throw DeviceError(unreadable: error)
      }
      guard let outcome = try follow(nil) else { return nil }
      try acknowledge(outcome)
      return outcome.verdict
    }
  }

  /// Has the store follow what is known; the moment is asked for last, so that it is the present one.
  private func follow(
    _ known: FamilyState?
  ) throws(DeviceError) -> FamilyEnforcement.Outcome? {
    let (now, suspicion) = try platform.clock()
    do {
      return try FamilyEnforcement(group).enforce(
        at: now, suspicion: suspicion, knowing: known
      ) { _ in }
    } catch {
      throw DeviceError(unreadable: error)
    }
  }

  /// Has one process of ours at a time put plans in each other's place.
  private func inTurn<Result>(
    _ work: () throws(DeviceError) -> Result
  ) throws(DeviceError) -> Result {
    do {
      return try files.folder.withLock(within: Self.patience, work)
    } catch {
      throw (error.underlying as? DeviceError) ?? DeviceError(.notStored, error.message)
    }
  }

  // MARK: Use

  /// How much of a day was used when it was measured.
  struct MeasuredUse {
    let minutes: Int
    let day: CivilDate
    let now: Instant
  }

  /// Asks the platform how much of the day was used: it knows although a threshold's callback was lost, or
  /// what was observed (decision P4).
  func measureUse() throws(DeviceError) -> MeasuredUse? {
    let state = try state()
    guard let zone = state.snapshot?.policy.zone, !state.selection.isEmpty else { return nil }
    let now = try platform.clock().now
    let day = Moment(now, in: zone).date
    return MeasuredUse(
      minutes: try platform.minutes(of: state.selection, on: day, in: zone), day: day, now: now)
  }

  private func note(_ use: MeasuredUse?) throws(FamilyFault) {
    guard let use, let state = try group.read().state,
      use.minutes > state.usage.minutes(on: use.day)
    else { return }
    try group.update(installation: newInstallation()) {
      $0.observe(use.minutes, on: use.day, at: use.now)
    }
  }

  /// What holds although it couldn't be written down; `nil` where what is known isn't certain either, which
  /// lets nothing go anyhow.
  private func unwritten(
    _ use: MeasuredUse?, because fault: FamilyFault
  ) throws(DeviceError) -> FamilyState? {
    do {
      let (state, damage) = try group.read()
      guard var state, damage == nil else { return nil }
      if let use { state.observe(use.minutes, on: use.day, at: use.now) }
      if !FamilyEnforcement.isWatching(state) { state.distrustPlan(because: fault.message) }
      return state
    } catch {
      throw DeviceError(unreadable: error)
    }
  }

  // MARK: Writing

  /// Takes note of the policy that the store follows.
  private func acknowledge(_ outcome: FamilyEnforcement.Outcome) throws(DeviceError) {
    try update { state in
      if outcome.verdict == nil {
        state.enforcedRevision = nil
      } else if let revision = outcome.revision {
        state.enforcedRevision = revision
      }
    }
  }

  /// Changes what is known.
  ///
  /// - Parameter beginsAnew: Whether what can't be read at all is begun anew; see `FamilyGroup`.
  func update<Result>(
    beginsAnew: Bool = false, _ change: (inout FamilyState) throws -> Result
  ) throws(DeviceError) -> Result {
    do {
      return try group.update(
        installation: newInstallation(), beginsAnew: beginsAnew, change)
    } catch {
      throw DeviceError(unreadable: error)
    }
  }
}

extension DeviceError {
  /// Tells what the shared document has against being read or written.
  init(unreadable fault: FamilyFault) {
    self.init(
      .notStored, fault.message,
      hint: fault.code == FamilyFault.damagedCode
        ? "what is shielded stays so; a parent selects the apps again: family-device select --code CODE"
        : nil)
  }
}
