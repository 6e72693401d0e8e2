import Bus
import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel

/// The messages about rules.
extension AppService {
  /// Takes them up.
  func serveRules() {
    server.on(RuleList.self) { [unowned self] _, _ throws(BusError) in
      let picture = try picture()
      return RuleList.Reply(
        rules: picture.rules.naturallySorted(by: \.snapshot.name).map(picture.report))
    }
    server.on(RuleShow.self) { [unowned self] request, _ throws(BusError) in
      let picture = try picture()
      return picture.report(try picture.rule(request.rule))
    }
    server.on(RuleAdd.self) { [unowned self] request, _ throws(BusError) in try add(request) }
    server.on(OpenAppLockProtocol.RuleEdit.self) { [unowned self] request, _ throws(BusError) in
      try edit(request)
    }
    server.on(RuleEnable.self) { [unowned self] request, _ throws(BusError) in
      try alter(request.rule, .enable) { rule, _ in rule.isEnabled = true }
    }
    server.on(RuleDisable.self) { [unowned self] request, _ throws(BusError) in
      try alter(request.rule, .disable) { rule, _ in rule.isEnabled = false }
    }
    server.on(RuleUnblock.self) { [unowned self] request, _ throws(BusError) in
      try unblock(request.rule)
    }
    server.on(RuleRemove.self) { [unowned self] request, _ throws(BusError) in
      try remove(request.rule)
    }
  }

  private func add(_ request: RuleAdd) throws(BusError) -> Stored<RuleReport> {
    try requireWritable()
    let picture = try picture()
    var generator = SystemRandomNumberGenerator()
    let draft = RuleDraft(rules: try storedRules(), lists: picture.lists)
    let rule = try draft.new(
      request, id: RuleID(using: &generator), createdAt: platform.reckonedNow)
    try checkApps(of: rule, in: picture)
    try requireFit(
      picture, picture.snapshots + [rule.snapshot(selection: picture.selection(of: rule))])
    let reason = try change(
      of: [rule.id],
      undo: { repository throws(StorageError) in try repository.remove(rule.id) },
      { repository throws(StorageError) in try repository.insert(rule) })
    return Stored(try report(of: rule.id), notEnforced: reason)
  }

  private func edit(_ request: OpenAppLockProtocol.RuleEdit) throws(BusError) -> Stored<RuleReport>
  {
    try requireWritable()
    let picture = try picture()
    let entry = try picture.rule(request.rule)
    let rule = try storedRule(entry.snapshot.id)
    let draft = RuleDraft(rules: try storedRules(), lists: picture.lists)
    var edited = try draft.edited(rule, with: request.input)
    try picture.allow(.edit, on: entry)
    if edited.list != rule.list || edited.configuration != rule.configuration {
      try checkApps(of: edited, in: picture)
    }
    settlePause(of: &edited, in: picture)
    return try replace(rule, by: edited, in: picture)
  }

  /// Changes one thing about a rule that hard mode may refuse.
  private func alter(
    _ reference: String, _ kind: OpenAppLockRules.RuleEdit,
    _ change: (inout StoredRule, Picture) throws(BusError) -> Void
  ) throws(BusError) -> Stored<RuleReport> {
    try requireWritable()
    let picture = try picture()
    let entry = try picture.rule(reference)
    try picture.allow(kind, on: entry)
    let rule = try storedRule(entry.snapshot.id)
    var changed = rule
    try change(&changed, picture)
    settlePause(of: &changed, in: picture)
    return try replace(rule, by: changed, in: picture)
  }

  private func unblock(_ reference: String) throws(BusError) -> Stored<RuleReport> {
    guard let moments = platform.moments() else {
      throw BusError(
        .unavailable, "without screentimed nobody knows whether a rule blocks now",
        hint: "start screentimed, or everything with openapplock up")
    }
    return try alter(reference, .unblock) { rule, picture throws(BusError) in
      let snapshot = rule.snapshot(selection: picture.selection(of: rule))
      if let refusal = RulePolicy.refusalOfPause(snapshot, at: moments) { throw BusError(refusal) }
      rule.pausedUntil = RulePolicy.pauseEnd(snapshot, at: moments.trusted)
    }
  }

  private func remove(_ reference: String) throws(BusError) -> Stored<Removed> {
    try requireWritable()
    let picture = try picture()
    let entry = try picture.rule(reference)
    try picture.allow(.delete, on: entry)
    let id = entry.snapshot.id
    let reason = try change { repository throws(StorageError) in try repository.remove(id) }
    return Stored(Removed(id: id.rawValue, name: entry.snapshot.name), notEnforced: reason)
  }

  // MARK: Parts

  private func replace(
    _ rule: StoredRule, by changed: StoredRule, in picture: Picture
  ) throws(BusError) -> Stored<RuleReport> {
    let snapshot = changed.snapshot(selection: picture.selection(of: changed))
    try requireFit(picture, picture.snapshots.map { $0.id == rule.id ? snapshot : $0 })
    let reason = try change(
      of: [rule.id], undo: { repository throws(StorageError) in try repository.update(rule) },
      { repository throws(StorageError) in try repository.update(changed) })
    return Stored(try report(of: rule.id), notEnforced: reason)
  }

  /// What was stored, read again.
  private func report(of id: RuleID) throws(BusError) -> RuleReport {
    let picture = try picture()
    return picture.report(try picture.rule(id.rawValue))
  }

  /// A pause ends where the rule's window ends now, and a hard rule has none (decisions U1, U2).
  private func settlePause(of rule: inout StoredRule, in picture: Picture) {
    guard rule.pausedUntil != nil, let moment = picture.moment else { return }
    rule.pausedUntil = RulePolicy.pauseAfterEdit(
      rule.snapshot(selection: picture.selection(of: rule)), at: moment)
  }

  private func storedRules() throws(BusError) -> [StoredRule] {
    do { return try storage.repository().rules() } catch { throw BusError(error) }
  }

  private func storedRule(_ id: RuleID) throws(BusError) -> StoredRule {
    guard let rule = try storedRules().first(where: { $0.id == id }) else {
      throw BusError(.notFound, "the rule is gone")
    }
    return rule
  }

  /// A list may hold what must never be blocked only where that isn't what the rule does.
  private func checkApps(of rule: StoredRule, in picture: Picture) throws(BusError) {
    guard let selection = picture.selection(of: rule), !rule.allowsOnly else { return }
    try checkApps(selection.applicationTokens, of: "the rule's list")
  }
}

extension Picture {
  /// What a rule's list holds.
  func selection(of rule: StoredRule) -> FamilyActivitySelection? {
    lists.first { $0.id == rule.list }?.selection
  }
}

extension StoredRule {
  /// Whether the rule blocks everything but its list.
  fileprivate var allowsOnly: Bool {
    if case .schedule(let schedule) = configuration {
      schedule.selectionMode == .allowOnly
    } else {
      false
    }
  }
}
