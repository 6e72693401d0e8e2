extension Trace {
  /// The trace without steps that name what isn't there any more.
  var repaired: Trace {
    var repaired = self
    var known = Set(lists.keys)
    repaired.rules = rules.filter { known.contains($0.value.list) }
    var rules = Set(repaired.rules.keys)
    repaired.steps = steps.filter { step in
      guard step.lists.isSubset(of: known), step.rule.map(rules.contains) ?? true else {
        return false
      }
      switch step {
      case .addRule(let key, _): rules.insert(key)
      case .addList(let key, _): known.insert(key)
      default: break
      }
      return true
    }
    return repaired
  }

  /// The trace without an application.
  func without(_ app: String) -> Trace {
    var without = self
    without.apps[app] = nil
    without.lists = lists.mapValues { list in
      var list = list
      list.apps.remove(app)
      return list
    }
    without.steps = steps.compactMap { step in
      switch step {
      case .use(let apps, let span):
        let left = apps.subtracting([app])
        return left.isEmpty ? .advance(span) : .use(left, span)
      case .press(app, _): return nil
      case .addList(let key, var list):
        list.apps.remove(app)
        return .addList(key, list)
      case .editList(let key, var list):
        list.apps.remove(app)
        return .editList(key, list)
      default: return step
      }
    }
    return without
  }

  /// Plainer traces, each in one regard.
  var plainer: [Trace] {
    var traces: [Trace] = []
    func add(_ change: (inout Trace) -> Void) {
      var plainer = self
      change(&plainer)
      if plainer != self { traces.append(plainer) }
    }
    add { $0.zone = "UTC" }
    add { $0.uninstallProtection = false }
    add { $0.limits = "linux" }
    add { $0.start -= $0.start % CivilDay.seconds }
    add { $0.start -= $0.start % 3600 }
    add { trace in trace.apps = trace.apps.mapValues { _ in [] } }
    return traces
  }
}

extension TraceRule {
  /// Plainer rules, each in one regard.
  var plainer: [TraceRule] {
    var rules: [TraceRule] = []
    func add(_ change: (inout TraceRule) -> Void) {
      var plainer = self
      change(&plainer)
      if plainer != self { rules.append(plainer) }
    }
    add { $0.days = Set(0..<7) }
    add { $0.hard = false }
    add { $0.enabled = true }
    add { $0.allowsOnly = false }
    add { $0.filtersAdults = false }
    add { $0.kind = .schedule }
    add { $0.minutes = 1 }
    add { $0.opens = 1 }
    for hour in [0, 9, 17] {
      add { $0.from = hour * 3600 }
      add { $0.to = hour * 3600 }
    }
    add { $0.from -= $0.from % 3600 }
    add { $0.to -= $0.to % 3600 }
    return rules
  }
}

extension TraceStep {
  /// Plainer steps in its place.
  var plainer: [TraceStep] {
    switch self {
    case .at(let instant): [.at(instant / 3600 * 3600), .at(instant / 60 * 60)]
    case .advance(let span): Self.shorter(span).map(TraceStep.advance)
    case .use(let apps, let span):
      [.advance(span)] + apps.sorted().map { .use([$0], span) }
        + Self.shorter(span).map { .use(apps, $0) }
    case .press(let app, let times): times > 1 ? [.press(app, 1)] : []
    case .sleep(let span): [.advance(span)] + Self.shorter(span).map(TraceStep.sleep)
    case .reboot(let span): [.sleep(span)] + Self.shorter(span).map(TraceStep.reboot)
    case .addRule(let key, let rule): rule.plainer.map { .addRule(key, $0) }
    case .callbacks(.delay), .callbacks(.duplicate), .callbacks(.reverse): [.callbacks(.drop)]
    case .zone: [.zone("UTC")]
    default: []
    }
  }

  private static func shorter(_ span: Int) -> [Int] {
    [60, 1800, 3600, span / 7200 * 3600, span / 3600 * 3600, span / 120 * 60, span / 60 * 60]
      .filter { $0 > 0 && $0 < span }
  }
}
