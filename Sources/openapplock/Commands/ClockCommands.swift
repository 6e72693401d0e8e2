import Arguments
import CivilTime
import ScreenTimeProtocol

/// The command `openapplock clock …`.
enum ClockCommands {
  /// An advance is answered when all that it caused has been; a week of callbacks takes its time.
  private static let advanceLimit = Duration.seconds(600)

  private static let length = OptionalPositional(
    "SPAN", "How far: 90s, 15m, 8h or 2d", .span)
  private static let target = Option(
    "to", "TIME", "A local reading, 2025-01-06T09:00; with an offset where it comes twice", .text)

  /// The group.
  static let command = Command<Action>(
    "clock", "Shows the service's time, and moves a virtual clock",
    subcommands: [
      Command(
        "show", "Shows the service's time and zone",
        does: { $0.output.show(try $0.instance.askPlatform(ClockRead()), text: text) }),
      Command(
        "advance", "Moves a virtual clock on, and waits for all that it causes", does: advance
      ) {
        length
        target
      },
    ])

  private static func advance(_ invocation: Invocation) throws {
    let span = try invocation.arguments.value(of: length)
    let text = try invocation.arguments.value(of: target)
    guard (span == nil) != (text == nil) else {
      throw UsageError(
        "an advance needs either a length of time or --to",
        hint: "openapplock clock advance 15m, or openapplock clock advance --to 2025-01-06T09:00")
    }
    let reading = try invocation.instance.askPlatform(ClockRead())
    let destination = try text.map { try instant($0, reading) } ?? reading.now + (span ?? .zero)
    let answer = try invocation.instance.askPlatform(
      ClockAdvance(to: destination), within: advanceLimit)
    invocation.output.show(answer, text: ClockCommands.text)
  }

  private static func instant(_ text: String, _ reading: ClockReading) throws -> Instant {
    do {
      return try Zone(identifier: reading.zone).instant(parsing: text)
    } catch {
      throw UsageError("--to: \(error)")
    }
  }

  private static func text(_ reading: ClockReading, _ style: Style) -> String {
    let kind = reading.isVirtual ? "virtual clock" : "real clock"
    guard let zone = try? Zone(identifier: reading.zone) else {
      // The service knows a zone that this program can't read: the instant says it all the same.
      return "\(reading.now)  \(reading.zone), \(kind)"
    }
    let local = zone.reading(at: reading.now)
    return "\(local.date)T\(local.time)  \(reading.zone), \(kind)"
  }
}
