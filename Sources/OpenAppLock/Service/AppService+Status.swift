import Bus
import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel
import ScreenTimeProtocol

/// The messages about how everything stands.
extension AppService {
  /// Takes them up.
  func serveStatus() {
    server.on(AppStatus.self) { [unowned self] _, _ throws(BusError) in try status() }
    server.on(AppRefresh.self) { [unowned self] _, _ in
      AppRefresh.Reply(notEnforced: enforcer.refresh())
    }
  }

  private func status() throws(BusError) -> StatusReport {
    let answer: PlatformStatus.Reply
    do {
      answer = try platform.ask(PlatformStatus())
    } catch {
      guard error.endsConversation else { throw error }
      throw BusError(
        .unavailable, "screentimed cannot be reached, so nobody knows what is enforced",
        hint: "start screentimed, or everything with openapplock up (\(error.message))")
    }
    let picture = try picture()
    guard let moment = picture.moment else {
      throw BusError(.unavailable, "screentimed told a time in a zone that this machine lacks")
    }
    enforcer.note(answer.missing, at: moment.instant)
    let judged = picture.judged.naturallySorted(by: \.rule.name)
    return StatusReport(
      blocking: judged.filter { $0.state.blocks }.compactMap { BlockingEntry($0, at: moment) },
      usage: judged.filter(RuleWords.isListedInUsage).compactMap { UsageEntry($0, at: moment) },
      shielded: answer.shieldedApplications, sites: answer.shieldedSites,
      adultFilter: answer.filtersAdultContent,
      gated: judged.filter { $0.state.shields && !$0.state.blocks }.map(\.rule.name),
      clock: ClockEntry(
        now: moment.instant, zone: moment.zone.identifier,
        suspect: answer.clock.suspicion != nil),
      removalDenied: answer.deniesAppRemoval,
      listsLocked: RulePolicy.areListsLocked(judged),
      inUse: UseMeaning(answer.sensing),
      faults: faults(of: answer))
  }

  private func faults(of answer: PlatformStatus.Reply) -> [FaultEntry] {
    let platforms = answer.faults.map {
      FaultEntry(code: $0.code, message: $0.message, since: $0.since)
    }
    return (platforms + enforcer.faults.entries).sorted { $0.since < $1.since }
  }
}

extension PlatformStatus.Reply {
  /// What enforces and concerns somebody now: what nothing asks for is missed by nobody.
  fileprivate var missing: [EnforcementState] {
    backends.filter { backend in
      switch UnsteeredMeans(rawValue: backend.name) {
      case .sites: !shieldedSites.isEmpty
      case .adultFilter: filtersAdultContent
      case .appRemoval: deniesAppRemoval
      case nil: true
      }
    }
  }
}

extension BlockingEntry {
  /// A rule that blocks; `nil` for one that doesn't.
  fileprivate init?(_ judged: JudgedRule, at moment: Moment) {
    guard let until = judged.state.blockEnd else { return nil }
    self.init(
      rule: judged.id, name: judged.rule.name, kind: judged.rule.kind,
      hard: judged.rule.hardMode, until: until, label: RuleWords.label(of: judged, at: moment))
  }
}

extension UsageEntry {
  /// A limit rule; `nil` for a schedule.
  fileprivate init?(_ judged: JudgedRule, at moment: Moment) {
    guard let remaining = RuleWords.trailing(of: judged, at: moment) else { return nil }
    let kind = judged.rule.kind
    self.init(
      rule: judged.id, name: judged.rule.name, kind: kind,
      label: RuleWords.label(of: judged, at: moment), remaining: remaining,
      minutes: kind == .timeLimit ? judged.usage.minutes : nil,
      opens: kind == .openLimit ? judged.usage.opens : nil)
  }
}

extension UseMeaning {
  /// Reads how the platform knows what is in use.
  fileprivate init(_ sensing: UseSensing) {
    self =
      switch sensing {
      case .reported: .frontmost
      case .running: .running
      case .nothing: .nothing
      }
  }
}
