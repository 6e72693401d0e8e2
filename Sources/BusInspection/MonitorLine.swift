import Bus
import CivilTime
import CompactJSON

/// A message as people read it: one line, and what is in it below where that is wanted.
///
/// ```
/// 09:00:00      app ← openapplock-cli(812)                ? rule.add          5d0c2b/2  171 B
/// 09:00:00.004  app → openapplock-cli(812)                ✓ rule.add          5d0c2b/2  214 B  3.9 ms
/// ```
///
/// A request is marked `?`, its answer `✓` or `✗` and named as the request is, so that the two are
/// seen to belong together; what the service tells of itself is marked `·`.
package struct MonitorLine {
  private let ink: Ink
  private let showsBodies: Bool
  private var date: String?
  private var widths = (who: 34, type: 18)

  /// Lays out lines in `ink`, with what is in the messages if told so.
  package init(ink: Ink, showsBodies: Bool) {
    self.ink = ink
    self.showsBodies = showsBodies
  }

  /// The lines for a message; `took` is how long the request took that it answers.
  ///
  /// A new day has a line of its own.
  package mutating func text(_ message: SeenMessage, took: Duration?, depth: Int = 0) -> String {
    let record = message.record
    let (day, clock) = MonitorLine.time(record)
    var lines: [String] = []
    if let day, day != date {
      date = day
      lines.append(ink.faint("— \(day) —"))
    }
    let type = record.type?.text ?? "unreadable"
    let named = (message.isAnswer ? record.cause : record.reference).map(ShortReference.init)
    var line = ink.faint(MonitorLine.pad(clock, to: 12)) + "  "
    line += column(MonitorLine.who(message), &widths.who, atMost: 52) + "  "
    line += String(repeating: "  ", count: min(depth, 8)) + mark(message) + " "
    line += ink.strong(type) + padding(type, &widths.type, atMost: 26) + "  "
    line += named.map { ink.reference($0.description) } ?? "-"
    line += "  " + ink.faint(MonitorLine.size(record.size))
    if let took { line += "  " + ink.faint(MonitorLine.length(took)) }
    if !message.isAnswer, let cause = record.cause {
      line += "  " + ink.faint("because of ") + ink.reference(ShortReference(cause).description)
    }
    if let failure = MonitorLine.failure(record) { line += "  " + ink.bad(failure) }
    lines.append(line)
    if showsBodies { lines.append(body(record)) }
    return lines.joined(separator: "\n")
  }

  /// The line that says that messages were lost.
  package func lost(_ count: UInt64, of service: KnownService) -> String {
    let messages = count == 1 ? "1 message" : "\(count) messages"
    return ink.bad("… \(messages) of \(service.rawValue) lost: this reader was too slow")
  }

  // MARK: Parts

  private func mark(_ message: SeenMessage) -> String {
    switch message.record.kind {
    case "request": "?"
    case "reply": ink.good("✓")
    case "error": ink.bad("✗")
    case "notice": ink.told("·")
    default: ink.bad("!")
    }
  }

  private static func who(_ message: SeenMessage) -> String {
    switch message.record.direction {
    case .received: "\(message.service.rawValue) ← \(message.peer)"
    case .sent: "\(message.service.rawValue) → \(message.peer)"
    case .told: message.service.rawValue
    }
  }

  private func body(_ record: TapRecord) -> String {
    let indent = "      "
    // What is no JSON was refused, and is shown as it came.
    let text = (try? JSON(parsing: record.body)).map { PrettyJSON.text($0, indent: indent) }
    let cut = record.isCut ? ink.bad(" … cut: it had \(record.size) bytes") : ""
    return indent + (text ?? record.body) + cut
  }

  /// What an error says, for the line itself.
  private static func failure(_ record: TapRecord) -> String? {
    guard record.kind == "error", let body = try? JSON(parsing: record.body) else { return nil }
    return [body["code"]?.string, body["message"]?.string].compactMap(\.self)
      .joined(separator: ": ")
  }

  private static func time(_ record: TapRecord) -> (day: String?, clock: String) {
    guard let text = record.time?.description else { return (nil, "-") }
    let parts = text.dropLast().split(separator: "T")
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : (nil, text)
  }

  private static func size(_ bytes: Int) -> String {
    bytes < 10_000 ? "\(bytes) B" : "\(bytes / 1024) KiB"
  }

  private static func length(_ duration: Duration) -> String {
    let microseconds = duration.wholeMicroseconds
    if microseconds < 10_000 {
      return "\(microseconds / 1000).\(microseconds % 1000 / 100) ms"
    }
    if microseconds < 10_000_000 { return "\(microseconds / 1000) ms" }
    return "\(microseconds / 1_000_000) s"
  }

  // MARK: Columns

  /// Columns grow with what they hold, so that a narrow start doesn't waste a wide terminal.
  private func column(_ text: String, _ width: inout Int, atMost limit: Int) -> String {
    text + padding(text, &width, atMost: limit)
  }

  private func padding(_ text: String, _ width: inout Int, atMost limit: Int) -> String {
    width = max(width, min(text.count, limit))
    return String(repeating: " ", count: max(0, width - text.count))
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
