import CivilTime
import FamilyShared
package import PolicyCore

/// The server's word, and what it is told in return.
extension ChildDevice {
  /// What came of asking the server.
  package struct SyncReport: Hashable, Sendable {
    /// Why what it said is refused and what was kept stays (decision F6); `nil` where it was taken.
    package internal(set) var refusal: String?
    /// What became of answers whose own answer had been lost; `nil` where there were none.
    package internal(set) var lateOutcome: LateOutcome?
    /// In what way this machine's clock is wrong, by the server's; `nil` where it isn't.
    package internal(set) var clockTrouble: String?
  }

  /// Asks the server what holds, makes it true, and tells the server what is enforced.
  ///
  /// - Throws: `serverUnreachable` and `revoked` after enforcing what is kept; `notStored` for what can't be
  ///   kept, after telling the server so.
  package func sync() throws(DeviceError) -> SyncReport {
    let credentials = try requireCredentials()
    let client = FamilyServerClient(credentials)
    var report = SyncReport()
    let snapshot: FamilySnapshot
    do {
      report.lateOutcome = try deliverPending(for: credentials)
      snapshot = try asking(as: credentials) { client throws(DeviceError) in
        try client.snapshot()
      }
    } catch {
      try enforce()
      throw error
    }
    report.clockTrouble = try clockTrouble(by: snapshot)
    var trouble: DeviceError?
    func attempt(_ work: () throws(DeviceError) -> Void) {
      do {
        try work()
      } catch {
        trouble = trouble ?? error
      }
    }
    attempt { () throws(DeviceError) in
      report.refusal = try take(snapshot, for: credentials.device)?.description
    }
    attempt { () throws(DeviceError) in try enforce() }
    let remark = trouble?.message ?? report.refusal ?? report.clockTrouble
    attempt { () throws(DeviceError) in try client.report(try status(remark: remark)) }
    if let trouble { throw trouble }
    return report
  }

  /// Keeps what the server said, unless there is something against it.
  private func take(
    _ snapshot: FamilySnapshot, for device: String
  ) throws(DeviceError) -> SnapshotRefusal? {
    try update { state in
      // What another pairing was told is nothing to compare with.
      let kept = state.snapshot.flatMap { $0.deviceID == device ? $0 : nil }
      do throws(SnapshotRefusal) {
        try snapshot.check(for: device, after: kept)
        state.snapshot = snapshot
        return nil
      } catch {
        return error
      }
    }
  }

  /// Says where this machine's day isn't the server's: then what was earned doesn't count here.
  private func clockTrouble(by snapshot: FamilySnapshot) throws(DeviceError) -> String? {
    let now = try platform.clock().now
    let today = Moment(now, in: snapshot.policy.zone).date
    let difference = now - Instant(seconds: snapshot.serverTime)
    // At midnight the two may differ by the time that an answer takes.
    let tolerance = Duration.seconds(300)
    guard today != snapshot.day, difference > tolerance || difference < .zero - tolerance
    else { return nil }
    return "this machine's clock says \(today), and the server's day is \(snapshot.day)"
  }

  // MARK: What is reported

  /// What the machine reports: what it enforces, not what it received.
  ///
  /// - Parameter remark: What a person should know before anything else.
  package func status(remark: String? = nil) throws(DeviceError) -> DeviceStatus {
    let (now, suspicion) = try platform.clock()
    let state = try state()
    let today = Moment(now, in: state.snapshot?.policy.zone ?? .utc).date
    let measured = try measureUse().flatMap { $0.day == today ? $0.minutes : nil }
    return DeviceStatus(
      policyRevision: state.enforcedRevision ?? 0, monitoring: monitoring(state),
      shielded: try platform.isShielded(state.selection),
      detail: shortened(
        remark ?? detail(state, state.verdict(at: now, suspicion: suspicion)) ?? ""),
      observedMinutes: min(max(state.usage.minutes(on: today), measured ?? 0), 1440),
      observedDay: today)
  }

  private func monitoring(_ state: FamilyState) -> DeviceStatus.Monitoring {
    if state.selection.isEmpty { return .notConfigured }
    return state.isMonitoring ? .active : .failed
  }

  private func detail(_ state: FamilyState, _ verdict: DeviceVerdict?) -> String? {
    if let failure = state.registrationFailure, !state.selection.isEmpty {
      return "not monitored: \(failure)"
    }
    guard case .shielded(let reason)? = verdict else { return nil }
    return reason.sentence
  }

  private func shortened(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(DeviceStatus.longestDetail)))
  }
}

extension DeviceVerdict.Reason {
  /// The reason in words, as a part of a sentence.
  fileprivate var sentence: String {
    switch self {
    case .monitoringFailed: "the plan isn't registered"
    case .outsideAllowedHours: "it is outside of the allowed hours"
    case .allowanceReached: "today's minutes are used"
    }
  }
}
