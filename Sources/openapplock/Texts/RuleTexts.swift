import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel

/// How rules look for people.
enum RuleTexts {
  /// What stands where a rule could be edited, while it can't.
  private static let locked =
    "Hard Mode is on: no unblocks and no changes until this rule's block ends."

  /// What is said where there is no rule.
  static let noRules = "No rules yet. openapplock rule add --help shows how."

  /// What `rule ls` says: a section for each kind of which there are rules.
  static func table(_ rules: [RuleReport], _ style: Style) -> String {
    guard !rules.isEmpty else { return noRules }
    let rows = rules.map { rule in
      [
        "  " + rule.name, when(rule.configuration), rule.days.summary, rule.list ?? "none",
        status(rule), String(rule.id.rawValue.prefix(8)),
      ]
    }
    // Laid out together, so that the columns of all sections line up.
    let lines = Table.aligned([["  NAME", "WHEN", "DAYS", "LIST", "STATUS", "ID"]] + rows)
    let sections = RuleKind.allCases.compactMap { kind -> String? in
      let own = zip(rules, lines.dropFirst()).filter { $0.0.configuration.kind == kind }.map(\.1)
      guard !own.isEmpty else { return nil }
      return ([style.heading(kind.displayName), style.faint(lines[0])] + own)
        .joined(separator: "\n")
    }
    return sections.joined(separator: "\n\n")
  }

  /// The detail of `rule show`: the rows of the rule's screen.
  static func detail(_ rule: RuleReport, _ list: ListReport?, _ style: Style) -> String {
    let rows =
      RuleWords.detailRows(of: rule.snapshot(selection: list?.selection)).map {
        ($0.label, $0.value)
      }
      + [("List", rule.list ?? "none"), ("Id", rule.id.rawValue)]
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { label, value in
      "  \(label)\(String(repeating: " ", count: width - label.count))  \(value)"
    }
    let caption = "\(rule.configuration.kind.displayName), \(rule.status)"
    let lock = rule.hardMode && rule.now.blocks ? ["  " + locked] : []
    return (["\(style.heading(rule.name))  \(caption)"] + lines + lock).joined(separator: "\n")
  }

  /// What `rule add`, `edit`, `enable` and `disable` say.
  static func stored(_ stored: Stored<RuleReport>, _ verb: String, _ style: Style) -> String {
    let rule = stored.value
    let mode = rule.hardMode ? ", hard mode" : ""
    return "\(verb) \"\(rule.name)\": \(rule.configuration.kind.displayName.lowercased()),"
      + " \(when(rule.configuration)), \(rule.days.summary), list"
      + " \(rule.list.map { "\"\($0)\"" } ?? "none")\(mode) — \(rule.status)"
      + notEnforced(stored.notEnforced, style)
  }

  /// The line that says why something isn't enforced, where it isn't.
  static func notEnforced(_ reason: String?, _ style: Style) -> String {
    reason.map { "\n" + style.bad("not enforced yet: \($0)") } ?? ""
  }

  /// The gallery of `rule presets`.
  static func presets(_ gallery: [PresetSection], _ style: Style) -> String {
    gallery.map { section in
      var table = Table(headings: ["NAME", "WHEN", "DAYS"])
      table.rows = section.presets.map { preset in
        [preset.name, "\(preset.from) – \(preset.to)", preset.days.summary]
      }
      return "\(style.heading(section.title))  \(section.subtitle)\n"
        + table.text(style, empty: "")
    }.joined(separator: "\n\n")
  }

  private static func when(_ configuration: RuleConfiguration) -> String {
    switch configuration {
    case .schedule(let schedule):
      RuleWords.window(schedule.window)
        + (schedule.selectionMode == .allowOnly ? ", allow only" : "")
    case .timeLimit(let limit): "\(limit.dailyLimitMinutes)m daily"
    case .openLimit(let limit): "\(limit.maxOpens) opens daily"
    }
  }

  private static func status(_ rule: RuleReport) -> String {
    rule.hardMode ? "\(rule.status) (hard)" : rule.status
  }
}

extension RuleReport {
  /// The rule as the words are made from it.
  fileprivate func snapshot(selection: FamilyActivitySelection?) -> RuleSnapshot {
    RuleSnapshot(
      id: id, name: name, isEnabled: isEnabled, hardMode: hardMode, days: days,
      configuration: configuration, selection: selection, createdAt: Instant(milliseconds: 0))
  }
}
