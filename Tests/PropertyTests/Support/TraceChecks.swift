import CivilTime
import OpenAppLockProtocol
import ScreenTimeModel
import ScreenTimeProtocol
import Simulation

/// Compares a machine with the reference after a step.
struct TraceChecks {
  let reference: ReferenceMachine
  let view: MachineView
  let before: MachineView?
  let claims: TraceClaims
  let step: TraceStep?
  /// Whether a damaged document has just been put in order.
  let isHealing: Bool

  /// Everything that is claimed after each step.
  ///
  /// - Throws: ``Finding`` for the first claim that doesn't hold.
  func all() throws {
    try clock()
    try ledgerOnlyGrows()
    try possibleMinutes()
    guard reference.doubts.isEmpty else { return }
    for key in reference.existing { try rule(key) }
    try locks()
    try restarts()
    guard reference.freshness != .unknown else { return }
    for key in reference.existing { try store(key) }
    guard reference.freshness == .current else { return }
    try strangers()
    try union()
  }

  // MARK: The last verb

  /// Compares what became of the step's verb.
  ///
  /// - Throws: ``Finding``.
  func outcome(_ expected: ReferenceOutcome, _ results: [String?]) throws {
    guard step != nil else { return }
    let refusal = results.contains(nil) ? nil : results.last ?? nil
    switch expected {
    case .unsure: return
    case .done:
      try demand(refusal == nil) {
        Finding(
          "what is allowed is done", "refused with \(refusal ?? "")",
          expected: ("ok", .boolean(true)))
      }
    case .refused(let codes):
      let isRefused = refusal.map(codes.contains) ?? false
      try demand(isRefused) {
        Finding(
          "what isn't allowed is refused",
          "expected \(codes.sorted().joined(separator: " or ")), was \(refusal ?? "done")",
          expected: ("refused", .text(codes.sorted()[0])))
      }
    }
  }

  // MARK: Clock and ledger

  private func clock() throws {
    let now = view.platform.clock.now.milliseconds
    try demand(now == Int64(reference.clock.trusted) * 1000) {
      Finding(
        "the trusted time",
        "is \(view.platform.clock.now), expected "
          + reference.clock.zone.text(reference.clock.trusted))
    }
    let isSuspect = reference.clock.suspect != nil
    try demand(view.status.clock.suspect == isSuspect) {
      Finding(
        "a clock is suspect or not", "expected \(isSuspect)",
        expected: ("clockSuspect", .boolean(isSuspect)))
    }
  }

  /// Nothing that was written down gets less, and a day that is over stays as it was (L1, L3).
  private func ledgerOnlyGrows() throws {
    guard let before, reference.doubts.isEmpty, !isHealing else { return }
    let today = CivilDay.text(reference.clock.day)
    for (date, rules) in before.ledger {
      for (key, old) in rules where view.rules[key] != nil {
        let new = view.ledger[date]?[key] ?? ReferenceMachine.Entry()
        try demand(new.minutes >= old.minutes && new.opens >= old.opens) {
          Finding(
            "what was used stays used",
            "\(key) had \(old.minutes) min and \(old.opens) opens on \(date), now \(new.minutes) "
              + "and \(new.opens)",
            expected: date == today
              ? ("minutes", .object([key: .number(Double(old.minutes))])) : nil)
        }
      }
    }
  }

  /// No more use than the day, or the time in which the apps were in front, has room for (invariant 2).
  private func possibleMinutes() throws {
    let day = reference.clock.day
    let passed = (reference.clock.trusted - reference.clock.zone.midnight(day)) / 60
    for key in reference.existing {
      let minutes = view.ledger[CivilDay.text(day)]?[key]?.minutes ?? 0
      let most = reference.mostMinutes[ReferenceMachine.Page(rule: key, day: day)] ?? 0
      // A damaged ledger is healed in the strict way: what is blocked was spent.
      let known = before?.ledger[CivilDay.text(day)]?[key]?.minutes ?? 0
      let isPossible = minutes <= most || isHealing || minutes == known
      try demand(isPossible && (minutes <= passed || reference.hasTravelled)) {
        Finding(
          "no more use than there was",
          "\(key) has \(minutes) min, of \(most) in front and \(passed) that have passed",
          expected: ("minutes", .object([key: .number(Double(min(most, passed)))])))
      }
    }
  }

  // MARK: Rules

  /// A rule as the app tells of it.
  private func rule(_ key: String) throws {
    guard let report = view.rules[key]?.now, let fields = reference.rules[key]?.fields else {
      throw Finding("every rule is told of", "\(key) is missing")
    }
    let entry = reference.today(key)
    if fields.kind == .openLimit {
      try demand(report.usedOpens == entry.opens) {
        Finding(
          "opens are spent one by one",
          "\(key): expected \(entry.opens), was \(report.usedOpens ?? -1)",
          expected: ("opens", .object([key: .number(Double(entry.opens))])))
      }
      let session = reference.sessions[key].flatMap {
        $0.lives(at: reference.clock.trusted) ? $0.end : nil
      }
      try demand(report.sessionUntil.map { Int($0.seconds) } == session) {
        Finding(
          "a session lasts fifteen minutes",
          "\(key): expected \(session.map(reference.clock.zone.text) ?? "none"), was "
            + "\(report.sessionUntil.map { "\($0)" } ?? "none")",
          expected: ("session", .object([key: time(session)])))
      }
    }
    if fields.kind == .timeLimit, reference.countsExactly {
      try demand(report.usedMinutes == entry.minutes) {
        Finding(
          "each minute is counted",
          "\(key): expected \(entry.minutes), was \(report.usedMinutes ?? -1)",
          expected: ("minutes", .object([key: .number(Double(entry.minutes))])))
      }
    }
    guard !reference.isAmbiguous(key) else { return }
    let state = state(of: key)
    try demand(report.blocks == state.blocks) {
      Finding(
        "a rule blocks when it should",
        "\(key): expected \(state), the app says \(view.rules[key]?.status ?? "")",
        expected: ("blocking", .list(blocking.map(JSONValue.text))))
    }
    let isGated = state.shields && !state.blocks
    try demand(report.gated == isGated) {
      Finding(
        "a rule gates when it should",
        "\(key): expected \(state), the app says \(view.rules[key]?.status ?? "")",
        expected: ("gated", .list(gated.map(JSONValue.text))))
    }
  }

  private func time(_ instant: Int?) -> JSONValue {
    guard let instant else { return .null }
    let local = instant + reference.clock.zone.offset(instant)
    return .text(CivilDay.time(local % CivilDay.seconds))
  }

  /// What a rule does, by the minutes that were counted where they can't be known exactly.
  private func state(of key: String, ago: Int = 0) -> ReferenceState {
    reference.learning(from: view).state(of: key, ago: ago)
  }

  private var blocking: [String] { reference.existing.filter { state(of: $0).blocks } }

  private var gated: [String] {
    reference.existing.filter { state(of: $0).shields && !state(of: $0).blocks }
  }

  private func locks() throws {
    guard !reference.existing.contains(where: reference.isAmbiguous) else { return }
    let isLocked = reference.learning(from: view).isLocked
    try demand(view.status.listsLocked == isLocked) {
      Finding(
        "lists are locked while a hard rule blocks", "expected \(isLocked)",
        expected: ("listsLocked", .boolean(isLocked)))
    }
  }

  /// What is monitored for a rule that stayed as it was goes on (invariant 7).
  private func restarts() throws {
    guard let before, let step, !reference.hasTravelled else { return }
    if case .kill = step { return }
    if case .reboot = step { return }
    for (name, since) in view.monitored {
      guard let old = before.monitored[name], old != since,
        !name.hasPrefix("open-session"), !name.hasPrefix("hard-lock")
      else { continue }
      let isChanged = reference.existing.contains { key in
        name.hasSuffix(key) && touches(key, by: step)
      }
      try demand(isChanged) {
        Finding("what is monitored for an unchanged rule goes on", "\(name) was started anew")
      }
    }
  }

  /// Whether a step may change what has to be monitored for a rule.
  private func touches(_ key: String, by step: TraceStep) -> Bool {
    guard let rule = reference.rules[key] else { return true }
    switch step {
    case .enable, .disable, .delete: return step.rule == key
    case .edit(let edited, let edits):
      guard edited == key else { return false }
      return edits.contains { edit in
        switch edit {
        case .from, .to, .minutes, .list, .enabled, .days, .allowsOnly: true
        case .filtersAdults, .opens, .hard: false
        }
      }
    case .editList(let list, _), .addList(let list, _): return rule.fields.list == list
    case .addRule(let added, _): return added == key
    default: return false
    }
  }

  // MARK: Stores

  /// A rule's own store.
  private func store(_ key: String) throws {
    guard !reference.isAmbiguous(key) else { return }
    let actual = view.stores[key] ?? StoreSettings()
    let moments =
      reference.freshness == .current ? [0] : Array(0...ReferenceMachine.period)
    let wanted = Set(moments.map { settings(of: key, state(of: key, ago: $0)) })
    try demand(wanted.contains(actual)) {
      let isShielding = !actual.isEmpty
      let apps = reference.apps.keys.filter { reference.covers(key, $0) }.sorted()
      return Finding(
        "each store says what its rule does",
        "\(key) is \(state(of: key)), and its store \(isShielding ? "shields" : "doesn't shield")",
        expected: (isShielding ? "open" : "shielded", .list(apps.map(JSONValue.text))))
    }
  }

  private func settings(of key: String, _ state: ReferenceState) -> StoreSettings {
    var settings = StoreSettings()
    guard state.shields, let rule = reference.rules[key]?.fields,
      let list = reference.lists[rule.list]
    else { return settings }
    let apps = Set(list.apps.compactMap { try? ApplicationToken(parsing: $0) })
    if rule.kind == .schedule, rule.allowsOnly {
      settings.shieldedCategories = .all(except: apps)
    } else {
      let categories = Set(list.categories.compactMap { try? ActivityCategoryToken(parsing: $0) })
      let sites = Set(list.sites.compactMap { try? WebDomainToken(parsing: $0) })
      if !apps.isEmpty { settings.shieldedApplications = apps }
      if !categories.isEmpty { settings.shieldedCategories = .specific(categories, except: []) }
      if !sites.isEmpty { settings.shieldedWebDomains = sites }
    }
    if rule.kind == .schedule, rule.filtersAdults {
      settings.webContentFilter = .auto([], except: [])
    }
    return settings
  }

  /// No store is left of a rule that is gone.
  private func strangers() throws {
    let known = Set(reference.existing).union([MachineView.protection])
    let strangers = Set(view.stores.keys).subtracting(known).sorted()
    try demand(strangers.isEmpty) {
      Finding("no store is left of a rule that is gone", strangers.joined(separator: ", "))
    }
  }

  /// All of them together.
  private func union() throws {
    guard !reference.existing.contains(where: reference.isAmbiguous) else { return }
    let learned = reference.learning(from: view)
    let wanted = learned.apps.keys.filter { claims.isShielded(learned, $0) }.sorted()
    let actual = view.shielded.intersection(learned.apps.keys).sorted()
    try demand(wanted == actual) {
      let missing = wanted.filter { !actual.contains($0) }
      let isMissing = !missing.isEmpty
      let apps = isMissing ? missing : actual.filter { !wanted.contains($0) }
      return Finding(
        "what is shielded is the union", "expected \(wanted), was \(actual)",
        expected: (isMissing ? "shielded" : "open", .list(apps.map(JSONValue.text))))
    }
    let sites = Set(view.platform.shieldedSites.map(\.rawValue))
    try demand(sites == learned.shieldedSites) {
      Finding(
        "sites are shielded with the rest",
        "expected \(learned.shieldedSites.sorted()), was \(sites.sorted())")
    }
    try demand(view.platform.filtersAdultContent == learned.filtersAdults) {
      Finding(
        "the adult filter follows its rule", "expected \(learned.filtersAdults)",
        expected: ("adultFilter", .boolean(learned.filtersAdults)))
    }
    let isDenied = learned.protects && learned.isLocked
    try demand(view.platform.deniesAppRemoval == isDenied) {
      Finding(
        "removal is denied while a hard rule blocks", "expected \(isDenied)",
        expected: ("removalDenied", .boolean(isDenied)))
    }
  }

  private func demand(_ holds: Bool, _ finding: () -> Finding) throws {
    if !holds { throw finding() }
  }
}
