package import Bus

/// A message's description for people.
package enum CatalogueText {
  /// Everything about one message.
  package static func details(_ entry: MessageCatalogue.Entry, _ ink: Ink) -> String {
    let repeating =
      entry.isNotice
      ? "a notice: nothing answers it"
      : "\(entry.effect); "
        + (entry.repeatable ? "safe to repeat" : "not safe to repeat")
    var lines = [
      ink.strong(entry.type), "  \(entry.summary)", "",
      "  sent by  \(entry.sendersInWords)", "  effect   \(repeating)", "",
    ]
    lines += section("fields", entry.fields, none: "It has no fields.", ink)
    lines += ["  for example", "    \(entry.example)", ""]
    if !entry.isNotice {
      lines += section(
        "reply", entry.replyFields, none: "The reply says nothing but \"done\".", ink)
      lines += ["  for example", "    \(entry.reply)", ""]
    }
    if !entry.errors.isEmpty {
      let width = entry.errors.map(\.code.count).max() ?? 0
      lines.append("  errors")
      lines += entry.errors.map { "    \(pad($0.code, width))  when \($0.reason)" }
      lines.append("")
    }
    lines.removeLast()
    return lines.joined(separator: "\n")
  }

  private static func section(
    _ title: String, _ rows: [FieldRow], none: String, _ ink: Ink
  ) -> [String] {
    guard !rows.isEmpty else { return ["  \(title)", "    \(none)", ""] }
    let width = rows.map(\.path.count).max() ?? 0
    let lines = rows.map { row in
      let notes = (row.required ? "" : ", may be missing") + (row.secret ? ", secret" : "")
      return "    \(pad(row.path, width))  \(ink.faint(row.type + notes))  \(row.summary)"
    }
    return ["  \(title)"] + lines + [""]
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
