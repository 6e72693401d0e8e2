import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel

/// How the status looks for people.
enum StatusText {
  /// The sections of the home screen, and what isn't enforced or trusted.
  static func text(_ status: StatusReport, _ style: Style) -> String {
    var sections = [
      section("Currently Blocking", blocking(status.blocking, style), "Nothing blocks now.", style)
    ]
    if !status.usage.isEmpty {
      sections.append(section("Usage", usage(status.usage), "", style))
    }
    if !status.shielded.isEmpty {
      sections.append(
        section("Shielded Apps", status.shielded.map { "  \($0.rawValue)" }, "", style))
    }
    let notes = self.notes(status)
    if !notes.isEmpty { sections.append(notes.joined(separator: "\n")) }
    if !status.faults.isEmpty {
      let lines = status.faults.map { "  \(style.bad($0.code)): \($0.message)" }
      sections.append(section("Not enforced or not trusted", lines, "", style))
    }
    return sections.joined(separator: "\n\n")
  }

  private static func blocking(_ entries: [BlockingEntry], _ style: Style) -> [String] {
    let width = entries.map(\.name.count).max() ?? 0
    return entries.map { entry in
      "  \(padded(entry.name, width))  \(style.good(entry.label))"
        + (entry.hard ? "  hard mode, no unblocks" : "")
    }
  }

  private static func usage(_ entries: [UsageEntry]) -> [String] {
    let width = entries.map(\.name.count).max() ?? 0
    let labels = entries.map(\.label.count).max() ?? 0
    return entries.map { entry in
      "  \(padded(entry.name, width))  \(padded(entry.label, labels))  \(entry.remaining)"
    }
  }

  private static func notes(_ status: StatusReport) -> [String] {
    var notes: [String] = []
    if status.listsLocked { notes.append(ListTexts.locked) }
    if status.removalDenied { notes.append("Apps can't be removed now (uninstall protection).") }
    if status.usage.contains(where: { $0.kind == .timeLimit }) {
      notes.append(inUse(status.inUse))
    }
    if status.clock.suspect { notes.append("The wall clock is not trusted now.") }
    return notes
  }

  private static func inUse(_ meaning: UseMeaning) -> String {
    switch meaning {
    case .frontmost: "An app is in use while it is in front."
    case .running:
      "An app is in use while it runs: nothing in the session tells what is in front."
    case .nothing: "Nothing counts as use here: no processes are looked at."
    }
  }

  private static func section(
    _ title: String, _ lines: [String], _ empty: String, _ style: Style
  ) -> String {
    ([style.heading(title)] + (lines.isEmpty ? ["  \(empty)"] : lines)).joined(separator: "\n")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
