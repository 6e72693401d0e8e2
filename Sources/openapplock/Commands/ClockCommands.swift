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
      Command(
        "accept", "Takes the wall clock's time for the true one, where it is suspect",
        details:
          "While wall clock and trusted time differ by more than five minutes, whatever blocks by"
          + " either blocks. It ends when they agree again, or with this, which takes root: it would"
          + " be a way around any window.",
        does: { $0.output.show(try $0.instance.askPlatform(ClockAccept()), text: text) }),
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
    let time = "\(local(reading.now, zone))  \(reading.zone), \(kind)"
    guard let wall = reading.suspicion?.wall else { return time }
    return time
      + "\nThe wall clock says \(local(wall, zone)) and is suspect: whatever blocks by either"
      + " of the two blocks."
  }

  private static func local(_ instant: Instant, _ zone: Zone) -> String {
    let reading = zone.reading(at: instant)
    return "\(reading.date)T\(reading.time)"
  }
}
