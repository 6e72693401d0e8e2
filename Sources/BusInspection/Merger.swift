import Bus

/// Brings what several taps tell into one order.
///
/// A tap tells in batches, so a message of one service may come before an earlier one of another. What
/// comes is held back for a moment, and handed on by the time at which it went.
package struct Merger {
  /// How long a message is held back: longer than a tap gathers a batch.
  package static let patience = Duration.milliseconds(40)
  private var held: [SeenMessage] = []

  /// Holds nothing yet.
  package init() {}

  /// Whether nothing is held back.
  package var isEmpty: Bool { held.isEmpty }

  /// Takes a message.
  package mutating func take(_ message: SeenMessage) {
    held.append(message)
  }

  /// Hands on, in order, what went before `uptime`, a moment ago.
  package mutating func release(before uptime: Duration) -> [SeenMessage] {
    let due = held.enumerated().filter { $0.element.record.uptime < uptime }
      .sorted { ($0.element.record.uptime, $0.offset) < ($1.element.record.uptime, $1.offset) }
    let offsets = Set(due.map(\.offset))
    held = held.enumerated().filter { !offsets.contains($0.offset) }.map(\.element)
    return due.map(\.element)
  }

  /// Hands on, in order, all that is held.
  package mutating func releaseAll() -> [SeenMessage] {
    release(before: .seconds(Int64.max / 2))
  }
}
