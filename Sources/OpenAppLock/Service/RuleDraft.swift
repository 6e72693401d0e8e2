import Bus
import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules

/// Turns what somebody wants into a rule, or says what is wrong with it.
struct RuleDraft {
  /// The rules that exist, for their names.
  let rules: [StoredRule]
  /// The lists that exist.
  let lists: [AppList]

  /// Makes a new rule; what isn't said has the default of the kind or the preset.
  ///
  /// - Throws: `usage`, `invalid`, `notFound` or `ambiguous`.
  func new(
    _ request: RuleAdd, id: RuleID, createdAt: Instant
  ) throws(BusError) -> StoredRule {
    let base = try template(of: request)
    try check(request.input, fits: base.kind, as: "a \(base.kind.optionName) rule")
    let input = request.input
    return StoredRule(
      id: id, name: try name(input.name, or: base.name, for: base.kind, of: nil),
      isEnabled: input.isEnabled ?? true, hardMode: input.hardMode ?? false,
      days: input.days ?? base.days, list: try list(input.list),
      configuration: try configuration(base.configuration, with: input), pausedUntil: nil,
      createdAt: createdAt)
  }

  /// Changes a rule; what isn't said stays.
  ///
  /// - Throws: as ``new(_:id:createdAt:)``.
  func edited(_ rule: StoredRule, with input: RuleInput) throws(BusError) -> StoredRule {
    let kind = rule.configuration.kind
    guard !input.isEmpty else {
      throw BusError(.usage, "nothing was said that would change \"\(rule.name)\"")
    }
    try check(input, fits: kind, as: "\"\(rule.name)\" is a \(kind.optionName) rule and")
    var edited = rule
    if let text = input.name {
      edited.name = try name(text, or: RuleDefaults.name(for: kind), for: kind, of: rule.id)
    }
    edited.isEnabled = input.isEnabled ?? rule.isEnabled
    edited.hardMode = input.hardMode ?? rule.hardMode
    edited.days = input.days ?? rule.days
    if input.list != nil { edited.list = try list(input.list) }
    edited.configuration = try configuration(rule.configuration, with: input)
    return edited
  }

  // MARK: Parts

  private struct Template {
    let name: String
    let days: WeekdaySet
    let configuration: RuleConfiguration
    var kind: RuleKind { configuration.kind }
  }

  private func template(of request: RuleAdd) throws(BusError) -> Template {
    if let wanted = request.preset {
      guard let preset = RulePreset(named: wanted) else {
        throw BusError(
          .notFound, "there is no preset \"\(Reference.excerpt(wanted))\"",
          hint: "openapplock rule presets shows what there is")
      }
      guard request.kind == nil || request.kind == preset.configuration.kind else {
        throw BusError(
          .usage, "\"\(preset.name)\" is a preset of a \(preset.configuration.kind.optionName) rule"
        )
      }
      return Template(name: preset.name, days: preset.days, configuration: preset.configuration)
    }
    guard let kind = request.kind else {
      throw BusError(.usage, "a new rule needs a kind or a preset")
    }
    return Template(
      name: RuleDefaults.name(for: kind), days: RuleDefaults.days(for: kind),
      configuration: try stored { () throws(RuleError) in try RuleDefaults.configuration(for: kind)
      })
  }

  /// Refuses an option that another kind has.
  private func check(_ input: RuleInput, fits kind: RuleKind, as what: String) throws(BusError) {
    guard let misfit = input.options.first(where: { $0.kind != kind }) else { return }
    throw BusError(
      .usage, "\(what) has no \(misfit.words)",
      hint: "\(misfit.words) is an option of \(misfit.kind.optionName) rules")
  }

  /// The name that somebody gives; where he gives none, a common one with a number if it is taken.
  private func name(
    _ text: String?, or common: String, for kind: RuleKind, of rule: RuleID?
  ) throws(BusError) -> String {
    let others = rules.filter { $0.id != rule }.map(\.name)
    let name = try stored { () throws(RuleError) in
      try RuleName.checked(text ?? common, for: kind)
    }
    guard let text, text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
      var taken = TakenNames(others)
      return taken.take(common)
    }
    guard !others.contains(name) else {
      throw BusError(
        .invalid, "there is a rule \"\(name)\" already",
        hint: "rules are told apart by their names; give this one another")
    }
    return name
  }

  private func list(_ choice: ListChoice?) throws(BusError) -> AppListID? {
    guard case .list(let reference) = choice else { return nil }
    return try Reference.find(
      reference, among: lists, kind: "list", name: \.name, id: \.id.rawValue
    ).id
  }

  private func configuration(
    _ base: RuleConfiguration, with input: RuleInput
  ) throws(BusError) -> RuleConfiguration {
    try stored { () throws(RuleError) in
      switch base {
      case .schedule(var schedule):
        schedule.window = DailyWindow(
          from: input.from ?? schedule.window.from, to: input.to ?? schedule.window.to)
        schedule.selectionMode = input.mode ?? schedule.selectionMode
        schedule.blockAdultContent = input.adultFilter ?? schedule.blockAdultContent
        return .schedule(schedule)
      case .timeLimit(let limit):
        return .timeLimit(
          try TimeLimitConfig(dailyLimitMinutes: input.minutes ?? limit.dailyLimitMinutes))
      case .openLimit(let limit):
        return .openLimit(try OpenLimitConfig(maxOpens: input.opens ?? limit.maxOpens))
      }
    }
  }

  private func stored<Value>(
    _ make: () throws(RuleError) -> Value
  ) throws(BusError) -> Value {
    do { return try make() } catch { throw BusError(error) }
  }
}

extension RuleDefaults {
  /// What a new rule of a kind starts with.
  fileprivate static func configuration(
    for kind: RuleKind
  ) throws(RuleError) -> RuleConfiguration {
    switch kind {
    case .schedule: .schedule(ScheduleConfig(window: window))
    case .timeLimit: .timeLimit(try TimeLimitConfig(dailyLimitMinutes: minutes))
    case .openLimit: .openLimit(try OpenLimitConfig(maxOpens: opens))
    }
  }
}

extension BusError {
  /// Reads why a value can't be part of a rule.
  init(_ error: RuleError) {
    self.init(BusErrorCode(rawValue: error.code.rawValue), error.message, hint: error.hint)
  }

  /// Reads why the policy refused something.
  init(_ refusal: RuleRefusal) {
    var detail: [String: String] = [:]
    if let rule = refusal.rule { detail["rule"] = rule.rawValue }
    if let until = refusal.until { detail["until"] = until.description }
    self.init(
      BusErrorCode(rawValue: refusal.code.rawValue), refusal.message,
      detail: detail.isEmpty ? nil : detail)
  }

  /// Reads why the rules' file can't be read or changed.
  init(_ error: StorageError) {
    switch error.code {
    case .damaged:
      self.init(
        .damaged, error.message,
        hint: "the rules in force stay in force; put a good copy of the file in its place and"
          + " start openapplock serve again")
    case .newer:
      self.init(
        .damaged, error.message, hint: "use the newer openapplock; nothing was changed")
    case .full:
      self.init(.notStored, error.message, hint: "make room on the disk; nothing was changed")
    case .readOnly, .inaccessible, .busy, .constraint, .failed:
      self.init(.notStored, error.message, hint: "nothing was changed")
    }
  }
}
