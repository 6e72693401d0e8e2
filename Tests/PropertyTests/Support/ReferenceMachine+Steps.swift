/// What should become of a step.
enum ReferenceOutcome: Hashable, Sendable {
  /// It is done.
  case done
  /// It is refused with one of these codes.
  case refused(Set<String>)
  /// Either may be right.
  case unsure
}

extension ReferenceMachine {
  /// Plays a step, and answers what should become of it.
  ///
  /// - Parameter shielded: the applications that were shielded before it.
  mutating func play(_ step: TraceStep, shieldedBefore shielded: Set<String>) -> ReferenceOutcome {
    switch step {
    case .at(let instant): pass(max(0, instant - clock.trusted))
    case .advance(let span): pass(span)
    case .use(let apps, let span): pass(span, using: apps)
    case .press(let app, let times):
      return (0..<times).map { _ in press(app, isShielded: shielded.contains(app)) }[0]
    case .unblock, .enable, .disable, .delete, .edit: return change(step)
    case .addRule(let key, let fields):
      rules[key] = ReferenceRule(fields: fields)
      commanded()
    case .addList(let key, let list):
      lists[key] = list
      commanded()
    case .editList(let key, let list): return editList(key, list)
    case .deleteList(let key): return deleteList(key)
    case .uninstallProtection(let isOn): return protect(isOn)
    case .clock(let shift, let synchronised):
      let wasSuspect = clock.suspect != nil
      clock.set(by: shift, synchronised: synchronised)
      if synchronised { hasTravelled = true }
      if synchronised || clock.suspect != nil { countsExactly = false }
      moved(isCertain: !wasSuspect && clock.suspect == nil)
    case .zone(let name):
      if let zone = ReferenceZone.all[name], zone != clock.zone {
        clock.zone = zone
        hasTravelled = true
        countsExactly = false
      }
      moved(isCertain: clock.suspect == nil)
    case .sleep(let span): sleep(span)
    case .reboot(let pause):
      let before = clock.trusted
      clock.reboot(lasting: pause)
      if clock.trusted - before != pause { hasTravelled = true }
      if clock.suspect != nil || clock.trusted - before != pause { countsExactly = false }
      isAppOpen = true
      // Whatever becomes of callbacks is a matter of one life of the machine.
      weather = .normal
      commanded()
    case .app(let isOpen):
      isAppOpen = isOpen
      if isOpen { commanded() }
    case .callbacks(let weather):
      self.weather = weather
      if !weather.isFair { countsExactly = false }
    case .kill(let process): kill(process)
    case .damage(let document):
      doubts.insert(document)
      countsExactly = false
    }
    return .done
  }

  private mutating func kill(_ process: String) {
    switch process {
    case "app":
      isAppOpen = true
      commanded()
    case "platform":
      // Up to a minute of use was not saved, and callbacks come as they should again.
      countsExactly = false
      weather = .normal
      if isAppOpen { commanded() }
    default: break
    }
  }

  /// The app has worked everything out anew.
  private mutating func commanded() {
    heal()
    reconciled()
  }

  /// Clock or zone were set: an open app hears of it at once, and callbacks tell of edges.
  private mutating func moved(isCertain: Bool) {
    if isAppOpen {
      commanded()
    } else if !(freshness == .current && isWoken && isCertain) {
      freshness = .unknown
    }
    let isCurrent = freshness == .current
    if isCurrent { reconciled() }
  }

  // MARK: Rules

  private mutating func change(_ step: TraceStep) -> ReferenceOutcome {
    guard let key = step.rule, var rule = rules[key] else { return .unsure }
    guard !rule.isDeleted else { return .refused(["notFound"]) }
    let isUnsure = !doubts.isEmpty || isAmbiguous(key)
    if let code = refusal(of: step, key, rule) {
      return isUnsure ? .unsure : .refused([code])
    }
    let (now, zone) = (clock.trusted, clock.zone)
    switch step {
    case .enable: rule.fields.enabled = true
    case .disable: rule.fields.enabled = false
    case .delete: rule.isDeleted = true
    case .edit(_, let edits): for edit in edits { edit.apply(to: &rule.fields) }
    case .unblock:
      rule.pausedUntil = rule.pauseEnd(at: now, in: zone, list: lists[rule.fields.list])
    default: break
    }
    rule.settlePause(at: now, in: zone, list: lists[rule.fields.list])
    rules[key] = rule
    commanded()
    return isUnsure ? .unsure : .done
  }

  /// Why a change of a rule is refused (U3).
  private func refusal(of step: TraceStep, _ key: String, _ rule: ReferenceRule) -> String? {
    let blocks = state(of: key).blocks
    if blocks, rule.fields.hard {
      if case .enable = step { return nil }
      return "hardMode"
    }
    guard case .unblock = step else { return nil }
    guard blocks else { return "notScheduled" }
    // What blocks by a suspect clock alone has no window that a pause could end with.
    let end = rule.pauseEnd(at: clock.trusted, in: clock.zone, list: lists[rule.fields.list])
    return clock.suspect != nil && end == nil ? "notScheduled" : nil
  }

  // MARK: Lists and settings

  private var isUnsure: Bool { !doubts.isEmpty || existing.contains(where: isAmbiguous) }

  private mutating func editList(_ key: String, _ list: TraceList) -> ReferenceOutcome {
    guard let known = lists[key] else { return .refused(["notFound"]) }
    guard known != list else { return .refused(["invalid"]) }
    if isUnsure {
      if wasCarriedOut {
        lists[key] = list
        recordMinutes()
      }
      return .unsure
    }
    if isLocked { return .refused(["hardMode"]) }
    lists[key] = list
    commanded()
    return .done
  }

  private mutating func deleteList(_ key: String) -> ReferenceOutcome {
    guard lists[key] != nil else { return .refused(["notFound"]) }
    if isUnsure {
      if wasCarriedOut { lists[key] = nil }
      return .unsure
    }
    if isLocked { return .refused(["hardMode"]) }
    if existing.contains(where: { rules[$0]?.fields.list == key }) {
      return .refused(["listInUse"])
    }
    lists[key] = nil
    commanded()
    return .done
  }

  private mutating func protect(_ isOn: Bool) -> ReferenceOutcome {
    if protects, !isOn {
      if isUnsure {
        if wasCarriedOut { protects = isOn }
        return .unsure
      }
      if isLocked { return .refused(["hardMode"]) }
    }
    protects = isOn
    commanded()
    return .done
  }

  // MARK: Presses

  private mutating func press(_ app: String, isShielded: Bool) -> ReferenceOutcome {
    guard doubts.isEmpty else { return .unsure }
    let covering = existing.filter { covers($0, app) }
    let states = covering.map { (key: $0, state: state(of: $0)) }
    let isUnsure = covering.contains(where: isAmbiguous)
    let lives = states.contains {
      if case .session = $0.state { rules[$0.key]?.fields.kind == .openLimit } else { false }
    }
    // Without a shield there is nothing to press; a session that lives answers all the same (O4).
    guard isShielded else { return lives ? .done : .refused(["notScheduled", "notShielded"]) }
    let blocking = states.filter(\.state.blocks).map(\.key)
    if !blocking.isEmpty {
      let isOpens = blocking.allSatisfy { rules[$0]?.fields.kind == .openLimit }
      return isUnsure ? .unsure : .refused([isOpens ? "noOpensLeft" : "blockedByOther"])
    }
    let gated = states.filter { if case .gated = $0.state { true } else { false } }.map(\.key)
    guard !gated.isEmpty else { return lives ? .done : .refused(["notScheduled", "notShielded"]) }
    if isUnsure { return .unsure }
    for key in gated {
      ledger[Page(rule: key, day: clock.day), default: Entry()].opens += 1
      sessions[key] = Session(
        granted: clock.trusted, end: clock.trusted + Self.sessionLength)
    }
    reconciled()
    return .done
  }
}
