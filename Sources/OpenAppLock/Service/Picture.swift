import Bus
import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules

/// Every rule and list at one moment, and what follows from them: made once for each request.
struct Picture {
  /// The moment; `nil` while nobody knows the time.
  let moments: Moments?
  /// The rules with their facts and states, oldest first; without a moment their state is unknown.
  let rules: [Entry]
  /// The lists, oldest first.
  let lists: [AppList]

  /// A rule in the picture.
  struct Entry {
    /// The rule as it is decided from.
    let snapshot: RuleSnapshot
    /// The name of its list.
    let list: String?
    /// What it does now; `nil` while nobody knows the time.
    let judged: JudgedRule?
  }

  /// The trusted moment, which words and pauses are about.
  var moment: Moment? { moments?.trusted }

  /// The rules as they are decided from, oldest first.
  var snapshots: [RuleSnapshot] { rules.map(\.snapshot) }

  /// What the rules do now; empty while nobody knows the time.
  var judged: [JudgedRule] { rules.compactMap(\.judged) }

  /// Finds a rule by name, id or beginning of an id.
  ///
  /// - Throws: `notFound`, `ambiguous`.
  func rule(_ reference: String) throws(BusError) -> Entry {
    try Reference.find(
      reference, among: rules, kind: "rule", name: \.snapshot.name, id: \.snapshot.id.rawValue)
  }

  /// Finds a list by name, id or beginning of an id.
  ///
  /// - Throws: `notFound`, `ambiguous`.
  func list(_ reference: String) throws(BusError) -> AppList {
    try Reference.find(reference, among: lists, kind: "list", name: \.name, id: \.id.rawValue)
  }

  /// A rule as the app tells of it.
  func report(_ entry: Entry) -> RuleReport {
    let status =
      if let judged = entry.judged, let moment {
        RuleWords.status(of: judged, at: moment)
      } else {
        "Unknown"
      }
    return RuleReport(
      id: entry.snapshot.id, name: entry.snapshot.name, isEnabled: entry.snapshot.isEnabled,
      hardMode: entry.snapshot.hardMode, days: entry.snapshot.days, list: entry.list,
      status: status, configuration: entry.snapshot.configuration,
      now: activity(of: entry))
  }

  private func activity(of entry: Entry) -> RuleActivityReport {
    guard let moment, let judged = entry.judged else { return RuleActivityReport() }
    return RuleActivityReport(judged, at: moment)
  }

  // MARK: Hard mode

  /// Refuses what hard mode refuses of a rule.
  ///
  /// - Throws: `hardMode`, `notScheduled`, and `unavailable` for a hard rule while nobody knows the time.
  func allow(_ edit: OpenAppLockRules.RuleEdit, on entry: Entry) throws(BusError) {
    guard let moment, let judged = entry.judged else {
      guard !entry.snapshot.mayLock else { throw Self.timeUnknown(entry.snapshot) }
      return
    }
    if let refusal = RulePolicy.refusal(of: edit, on: judged, at: moment) {
      throw BusError(refusal)
    }
  }

  /// Refuses what hard mode refuses of what all rules share.
  ///
  /// - Throws: `hardMode`, and `unavailable` where a rule is hard while nobody knows the time.
  func allow(_ edit: SharedEdit) throws(BusError) {
    guard let moment else {
      guard let hard = rules.first(where: { $0.snapshot.mayLock }) else { return }
      throw Self.timeUnknown(hard.snapshot)
    }
    if let refusal = RulePolicy.refusal(of: edit, among: judged, at: moment) {
      throw BusError(refusal)
    }
  }

  private static func timeUnknown(_ rule: RuleSnapshot) -> BusError {
    BusError(
      .unavailable,
      "\"\(rule.name)\" is in hard mode, and without screentimed nobody knows whether it blocks now",
      hint: "start screentimed, or everything with openapplock up")
  }
}

extension RuleActivityReport {
  /// What a rule does that was judged.
  fileprivate init(_ judged: JudgedRule, at moment: Moment) {
    self.init()
    blocks = judged.state.blocks
    gated = judged.state.shields && !blocks
    usedMinutes = judged.rule.kind == .timeLimit ? judged.usage.minutes : nil
    usedOpens = judged.rule.kind == .openLimit ? judged.usage.opens : nil
    usage = RuleWords.usage(of: judged.rule, judged.usage)
    remaining = RuleWords.trailing(of: judged, at: moment)
    sessionUntil = judged.usage.sessionUntil
  }
}

extension RuleSnapshot {
  /// Whether the rule could be one that locks, whatever the time.
  fileprivate var mayLock: Bool { hardMode && isEnabled }
}
