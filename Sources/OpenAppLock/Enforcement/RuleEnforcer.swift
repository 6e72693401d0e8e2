import AppGroup
import Bus
import CivilTime
import DeviceActivity
import OpenAppLockProtocol
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeClient
import ScreenTimeModel
import ScreenTimeProtocol

/// The reconciliation loop: whatever happened before, one refresh makes snapshots, activities and
/// shields follow the rules.
///
/// It runs at launch, after each change, every 30 seconds of the platform's time, and whenever the
/// platform comes back. It decides with the code that the monitor extension uses in the background.
package final class RuleEnforcer {
  /// What is wrong now.
  private(set) var faults = FaultBook()
  /// The refusals of the platform in the last refresh that concern a rule, by rule.
  private(set) var refusals: [RuleID: BusError] = [:]
  /// Until when time alone changes nothing, so that a refresh before that would find everything as the
  /// last one left it; `nil` where that isn't sure.
  private(set) var quietUntil: Instant?

  private let storage: RuleStorage
  private let group: GroupStores
  private let platform: PlatformLink
  private let scheduler: RuleScheduler
  private var use: UseCatchUp
  private var isRefreshing = false

  /// Makes an enforcer.
  init(storage: RuleStorage, group: GroupStores, platform: PlatformLink) {
    self.storage = storage
    self.group = group
    self.platform = platform
    scheduler = RuleScheduler(platform: platform)
    use = UseCatchUp(platform: platform, ledger: group.usage)
  }

  /// The platform is there anew, and may have lost what it monitored.
  func platformCame() {
    scheduler.forget()
  }

  /// Makes everything follow the rules.
  ///
  /// Answers why something isn't enforced, in a sentence; `nil` when everything is.
  @discardableResult
  package func refresh() -> String? {
    // A platform in this same process may have somebody ask while it is asked itself; what is being
    // worked out already holds what was stored.
    guard !isRefreshing else { return nil }
    isRefreshing = true
    defer { isRefreshing = false }
    refusals = [:]
    quietUntil = nil
    var reasons: [String] = []
    let rules = publish(&reasons)
    noteStorage()
    guard let moments = platform.session == nil ? nil : platform.moments() else {
      reasons.append("screentimed cannot be reached: \(platform.reasonForAbsence.message)")
      return reasons[0]
    }
    schedule(rules, at: moments.trusted, &reasons)
    catchUp(rules, at: moments, &reasons)
    let changesNext = enforce(rules, at: moments, &reasons)
    if reasons.isEmpty, scheduler.failures.isEmpty { quietUntil = changesNext }
    return reasons.first
  }

  /// Every rule and list at a moment.
  ///
  /// Where the rules' file can't be used the snapshots say which rules are in force; their lists are
  /// unknown then.
  ///
  /// - Throws: what keeps a file from being read that was fine before.
  func picture(at moments: Moments?) throws(StorageError) -> Picture {
    let snapshots: [RuleSnapshot]
    let lists: [AppList]
    var names: [RuleID: String] = [:]
    switch storage.state {
    case .ready(let repository):
      lists = try repository.lists()
      snapshots = try repository.snapshots()
      for rule in try repository.rules() {
        names[rule.id] = lists.first { $0.id == rule.list }?.name
      }
    case .refusing:
      lists = []
      snapshots = group.snapshots.known()
    }
    let judged = moments.map { group.judge(snapshots, at: $0) }
    return Picture(
      moments: moments,
      rules: snapshots.enumerated().map { index, snapshot in
        Picture.Entry(snapshot: snapshot, list: names[snapshot.id], judged: judged?[index])
      },
      lists: lists)
  }

  /// Notes what the platform can't enforce here.
  func note(_ backends: [EnforcementState], at now: Instant) {
    faults.replace(
      .platform,
      with: backends.flatMap { backend in
        backend.notEnforced.map { sentence in
          let hint = backend.hint.map { "; to mend it: \($0)" } ?? ""
          return (code: "notEnforced", message: "\(sentence) (\(backend.name)\(hint))")
        }
      }, at: now)
  }

  // MARK: Steps

  /// Writes the rules where the extensions find them; `nil` where they are to go by what they have.
  private func publish(_ reasons: inout [String]) -> [RuleSnapshot]? {
    let rules: [RuleSnapshot]
    do {
      rules = try storage.repository().snapshots()
    } catch {
      reasons.append("the rules in force stay in force, and no other can be made: \(error.message)")
      return nil
    }
    do {
      try group.snapshots.write(rules)
      return rules
    } catch {
      reasons.append("the extensions go by the rules of before: \(error.message)")
      return error.code == .newerVersion ? nil : rules
    }
  }

  private func schedule(_ rules: [RuleSnapshot]?, at moment: Moment, _ reasons: inout [String]) {
    guard let rules = rules ?? group.snapshots.read().content else { return }
    do {
      try scheduler.reconcile(rules)
    } catch {
      reasons.append("nothing new is monitored: \(error.message)")
    }
    faults.replace(
      .scheduler,
      with: scheduler.failures.map { failure in
        (
          code: RefusalCode.notMonitored.rawValue,
          message:
            "\"\(failure.name)\" is not monitored in the background, and left to the app's own"
            + " loop: \(failure.reason.message)"
        )
      }, at: moment.instant)
  }

  private func catchUp(_ rules: [RuleSnapshot]?, at moments: Moments, _ reasons: inout [String]) {
    guard let rules = rules ?? group.snapshots.read().certainContent else { return }
    do {
      try use.run(rules, on: moments.day)
    } catch {
      reasons.append("today's use could not be read: \(error.message)")
    }
  }

  /// Answers until when time alone changes nothing.
  private func enforce(
    _ rules: [RuleSnapshot]?, at moments: Moments, _ reasons: inout [String]
  ) -> Instant? {
    guard let session = platform.session else {
      reasons.append("screentimed cannot be reached: \(platform.reasonForAbsence.message)")
      return nil
    }
    let report = ScreenTimeSession.withCurrent(session) {
      EnforcementPass(group).refresh(at: moments, rules: rules)
    }
    let names = Dictionary(
      report.judged.map { (RuleStoreName.rule($0.id), $0.rule.name) }
    ) { first, _ in first }
    faults.replace(
      .enforcement,
      with: report.failures.map { failure in
        let what = names[failure.store].map { "the shield of \"\($0)\"" } ?? failure.store
        return (
          code: failure.error.code.rawValue,
          message: "\(what) could not be written: \(failure.error.message)"
        )
      }, at: moments.now)
    for failure in report.failures { note(failure) }
    reasons += report.failures.map(\.error.message)
    tell(report.faults, at: moments.trusted)
    return report.quietUntil
  }

  private func note(_ failure: EnforcementReport.StoreFailure) {
    let error = BusError(
      BusErrorCode(rawValue: failure.error.code.rawValue), failure.error.message,
      hint: failure.error.hint)
    platform.note(error)
    if error.code == .overLimit, let rule = RuleStoreName.ruleID(ofStore: failure.store) {
      refusals[rule] = error
    }
  }

  /// A document is healed once and whoever looks later is to know: the platform keeps it.
  private func tell(_ documents: [GroupFault], at moment: Moment) {
    let untold = documents.filter { fault in
      do {
        _ = try platform.ask(FaultReport(code: fault.code, message: fault.message))
        return false
      } catch {
        return true
      }
    }
    faults.replace(
      .group, with: untold.map { (code: $0.code, message: $0.message) }, at: moment.instant)
  }

  private func noteStorage() {
    var found = storage.healed.map { (code: BusErrorCode.damaged.rawValue, message: $0) }
    if case .refusing(let error) = storage.state {
      found.append((code: BusError(error).code.rawValue, message: error.message))
    }
    if let failure = storage.backupFailure {
      found.append(
        (code: "notCopied", message: "the copy of the rules could not be made: \(failure.message)"))
    }
    faults.replace(.storage, with: found, at: platform.reckonedNow)
  }
}
