import CivilTime
package import FamilyShared
package import PolicyCore
package import ScreenTimeModel

/// A child's machine: what it is to its server, what it knows, and what it makes true.
///
/// Everything that is enforced comes from the document in the app group. The server only ever changes that
/// document, so that the machine does without it for as long as it must.
package final class ChildDevice {
  private let credentials: CredentialsFile
  private let group: FamilyGroup
  private let platform: Platform
  private let newInstallation: () -> String

  /// Puts a machine together.
  ///
  /// - Parameter newInstallation: Makes a name that no other installation has.
  package init(
    credentials: CredentialsFile, group: FamilyGroup, platform: Platform,
    newInstallation: @escaping () -> String
  ) {
    self.credentials = credentials
    self.group = group
    self.platform = platform
    self.newInstallation = newInstallation
  }

  // MARK: Becoming somebody's

  /// Pairs the machine.
  ///
  /// - Throws: `alreadyPaired`: a pairing is replaced by a parent's deed, never by a second one.
  package func pair(
    with server: ServerOrigin, code: String, name: String
  ) throws(DeviceError) -> Credentials {
    if let known = try credentials.read() {
      throw DeviceError(
        .alreadyPaired, "this machine is paired already, as \(known)",
        hint: "after a parent has revoked it: family-device replace --code CODE")
    }
    try platform.authorize()
    let paired = try FamilyServerClient(server).pair(code: code, name: name)
    try credentials.write(paired)
    return paired
  }

  /// Takes a new pairing in the place of one that was revoked; the server stays the one it was.
  ///
  /// What the machine has observed and what was selected stays. The new pairing's policy holds once it is
  /// received; until then the old one does.
  package func replacePairing(code: String, name: String) throws(DeviceError) -> Credentials {
    let old = try requireCredentials()
    guard let refusal = Self.refusal(of: old) else {
      throw DeviceError(
        .alreadyPaired, "the pairing as \(old) is still good",
        hint: "a parent revokes it first, on the family's page")
    }
    guard refusal.code == .revoked else { throw refusal }
    let paired = try FamilyServerClient(old.server).pair(code: code, name: name)
    try credentials.write(paired)
    return paired
  }

  /// Why a server doesn't answer a machine; `nil` where it does.
  private static func refusal(of credentials: Credentials) -> DeviceError? {
    do {
      _ = try FamilyServerClient(credentials).snapshot()
      return nil
    } catch {
      return error
    }
  }

  // MARK: The server's word

  /// What came of asking the server.
  package enum SyncResult: Hashable, Sendable {
    /// What it said is taken and enforced.
    case taken
    /// What it said is refused, and what was kept stays (decision F6).
    case refused(String)
  }

  /// Asks the server what holds, makes it true, and tells the server what is enforced.
  ///
  /// - Throws: `serverUnreachable` and `revoked` after enforcing what is kept.
  package func sync() throws(DeviceError) -> SyncResult {
    let credentials = try requireCredentials()
    let client = FamilyServerClient(credentials)
    let snapshot: FamilySnapshot
    do {
      snapshot = try client.snapshot()
    } catch {
      try enforce()
      throw error
    }
    let result = try take(snapshot, for: credentials.device)
    try enforce()
    try client.report(try status())
    return result
  }

  private func take(
    _ snapshot: FamilySnapshot, for device: String
  ) throws(DeviceError) -> SyncResult {
    try update { state in
      // What another pairing was told is nothing to compare with.
      let kept = state.snapshot.flatMap { $0.deviceID == device ? $0 : nil }
      do throws(SnapshotRefusal) {
        try snapshot.check(for: device, after: kept)
        state.snapshot = snapshot
        return .taken
      } catch {
        return .refused(error.description)
      }
    }
  }

  /// Makes what is kept true: a plan that serves, and a store that follows the verdict.
  @discardableResult
  package func enforce() throws(DeviceError) -> DeviceVerdict? {
    let (now, suspicion) = try platform.clock()
    do {
      let enforcement = FamilyEnforcement(group)
      try enforcement.plan(installation: newInstallation())
      return try enforcement.enforce(at: now, suspicion: suspicion) { _ in }
    } catch {
      throw DeviceError(.notStored, error.message)
    }
  }

  /// What the machine reports: what it enforces, not what it received.
  package func status() throws(DeviceError) -> DeviceStatus {
    let (now, suspicion) = try platform.clock()
    let state = try state()
    let verdict = state.verdict(at: now, suspicion: suspicion)
    let today = Moment(now, in: state.snapshot?.policy.zone ?? .utc).date
    let observed = state.usage?.rolled(to: today)
    return DeviceStatus(
      policyRevision: enforcedRevision(state), monitoring: monitoring(state),
      shielded: verdict?.isShielded ?? false, detail: detail(state, verdict),
      observedMinutes: observed?.minutes ?? 0, observedDay: observed?.day ?? today)
  }

  private func enforcedRevision(_ state: FamilyState) -> Int {
    state.snapshot?.policyRevision ?? 0
  }

  private func monitoring(_ state: FamilyState) -> DeviceStatus.Monitoring {
    if state.selection.isEmpty { return .notConfigured }
    return state.isMonitoring ? .active : .failed
  }

  private func detail(_ state: FamilyState, _ verdict: DeviceVerdict?) -> String {
    let text =
      if let failure = state.registrationFailure {
        "not monitored: \(failure)"
      } else if case .shielded(let reason)? = verdict {
        reason.rawValue
      } else { "" }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(DeviceStatus.longestDetail)))
  }

  // MARK: What a parent selects

  /// Edits the selection once, with a code that a parent has made for this machine.
  package func select(
    _ apps: [ApplicationToken], code: String
  ) throws(DeviceError) {
    let client = FamilyServerClient(try requireCredentials())
    try platform.authorize()
    try client.unlockConfiguration(code: code)
    try update { state in state.selection = Set(apps).sorted() }
    try enforce()
  }

  // MARK: What a child earns

  /// The challenge that can be answered now.
  package func challenge() throws(DeviceError) -> Challenge {
    try FamilyServerClient(try requireCredentials()).challenge()
  }

  /// Submits answers; what they earned counts as soon as the server's next word has come.
  package func submit(
    _ answers: [Int], to challenge: Challenge
  ) throws(DeviceError) -> ChallengeOutcome {
    let client = FamilyServerClient(try requireCredentials())
    return try client.submit(answers, to: challenge)
  }

  // MARK: What is kept

  /// What the machine knows; a new installation knows nothing.
  package func state() throws(DeviceError) -> FamilyState {
    do {
      return try group.read().state ?? FamilyState(installation: "")
    } catch {
      throw DeviceError(.notStored, error.message)
    }
  }

  /// Who the machine is.
  ///
  /// - Throws: `notPaired`.
  package func requireCredentials() throws(DeviceError) -> Credentials {
    guard let known = try credentials.read() else {
      throw DeviceError(
        .notPaired, "this machine is not paired yet",
        hint: "family-device pair --server URL --code CODE, with a code from the family's page")
    }
    return known
  }

  private func update<Result>(
    _ change: (inout FamilyState) throws -> Result
  ) throws(DeviceError) -> Result {
    do {
      return try group.update(installation: newInstallation(), change)
    } catch {
      throw DeviceError(.notStored, error.message)
    }
  }
}
