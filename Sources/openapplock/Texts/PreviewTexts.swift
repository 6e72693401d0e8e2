import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules

/// How the days to come look for people.
enum PreviewTexts {
  /// What `rule preview` says: a line for each day on which the rule does something.
  static func rule(_ report: PreviewReport, _ style: Style) -> String {
    let headings = report.rules.map { rule in
      "\(style.heading(rule.name))  \(rule.kind.displayName), \(rule.status)"
    }
    let lines = Table.aligned(
      report.entries.map { entry in
        ["  " + RuleWords.day(entry.date), entry.label, remarks(entry)]
      })
    let isDue = report.rules.contains(where: \.isEverDue)
    let nothing = isDue && lines.isEmpty ? ["  Not due in \(span(report.days))."] : []
    return (headings + lines + nothing).joined(separator: "\n")
  }

  /// What `preview` says: a section for each day, and one for the rules that are never due.
  static func week(_ report: PreviewReport, _ style: Style) -> String {
    guard !report.rules.isEmpty else { return RuleTexts.noRules }
    let rows = report.entries.map { ["  " + $0.label, $0.name, remarks($0)] }
    let lines = zip(report.entries, Table.aligned(rows))
    var sections = dates(of: report).map { date in
      let own = lines.filter { $0.0.date == date }.map(\.1)
      return ([style.heading(RuleWords.day(date))] + (own.isEmpty ? ["  Nothing"] : own))
        .joined(separator: "\n")
    }
    let idle = report.rules.filter { !$0.isEverDue }
    if !idle.isEmpty {
      let lines = Table.aligned(idle.map { ["  " + $0.name, $0.status] })
      sections.append(([style.heading("Never")] + lines).joined(separator: "\n"))
    }
    return sections.joined(separator: "\n\n")
  }

  /// The days that are looked at, after those before them on which something began that goes on.
  private static func dates(of report: PreviewReport) -> [CivilDate] {
    let before = Set(report.entries.map(\.date).filter { $0 < report.from }).sorted()
    return before + (0..<report.days).map { report.from.adding(days: $0) }
  }

  private static func remarks(_ entry: PreviewEntry) -> String {
    [entry.length, entry.note].compactMap(\.self).joined(separator: "; ")
  }

  private static func span(_ days: Int) -> String {
    days == 1 ? "what is left of today" : "the next \(days) days"
  }
}
