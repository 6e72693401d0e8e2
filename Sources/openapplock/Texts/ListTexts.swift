import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel

extension ListReport {
  /// What is in the list.
  var selection: FamilyActivitySelection {
    FamilyActivitySelection(
      applicationTokens: Set(apps), categoryTokens: Set(categories), webDomainTokens: Set(sites))
  }
}

/// How app lists look for people.
enum ListTexts {
  /// What is said of all lists while a hard rule blocks.
  static let locked = "Lists are read-only while a hard rule blocks."

  /// The table of `list ls`.
  static func table(_ lists: [ListReport], isLocked: Bool, _ style: Style) -> String {
    var table = Table(headings: ["ID", "NAME", "APPS", "CATEGORIES", "SITES", "USED BY"])
    table.rows = lists.map { list in
      [
        String(list.id.rawValue.prefix(8)), list.name, "\(list.apps.count)",
        "\(list.categories.count)", "\(list.sites.count)",
        list.rules.isEmpty ? "no rule" : list.rules.joined(separator: ", "),
      ]
    }
    return table.text(style, empty: "No lists yet. openapplock list add --help shows how.")
      + (isLocked ? "\n\n" + locked : "")
  }

  /// The detail of `list show`.
  static func detail(_ list: ListReport, _ style: Style) -> String {
    let parts: [(String, [String])] = [
      ("Apps", list.apps.map(\.rawValue)), ("Categories", list.categories.map(\.rawValue)),
      ("Sites", list.sites.map(\.rawValue)), ("Used by", list.rules), ("Id", [list.id.rawValue]),
    ]
    let lines = parts.map { label, values in
      let shown = values.isEmpty ? "none" : values.joined(separator: ", ")
      return "  \(label)\(String(repeating: " ", count: 10 - label.count))  \(shown)"
    }
    return ([style.heading(list.name)] + lines).joined(separator: "\n")
  }

  /// What `list add` and `edit` say.
  static func stored(_ stored: Stored<ListReport>, _ verb: String, _ style: Style) -> String {
    let list = stored.value
    return "\(verb) \"\(list.name)\": \(RuleWords.selectionCount(list.selection))"
      + RuleTexts.notEnforced(stored.notEnforced, style)
  }

  /// What `rule rm` and `list rm` say.
  static func removed(_ stored: Stored<Removed>, _ style: Style) -> String {
    let detached = stored.value.detached.map { "\"\($0)\"" }.joined(separator: ", ")
    return "Removed \"\(stored.value.name)\""
      + (detached.isEmpty ? "" : "; \(detached) has no apps now and blocks nothing")
      + RuleTexts.notEnforced(stored.notEnforced, style)
  }
}
