/// A point on the time line, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Milliseconds, not fractions of a second, so that two processes that write and read an instant
/// hold the same value to the last bit.
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since the epoch.
  public let milliseconds: Int64

  /// Makes the instant that lies `milliseconds` after the epoch.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Makes the instant that lies `seconds` whole seconds after the epoch; beyond what milliseconds
  /// can count, the last (or first) one that they can.
  public init(seconds: Int64) {
    self.milliseconds = seconds.thousandfold
  }

  /// Whole seconds since the epoch, rounded down.
  public var seconds: Int64 { milliseconds.dividedDown(by: 1000) }

  /// Whether `left` comes before `right`.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The instant that lies `duration` later, to the millisecond.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(milliseconds: instant.milliseconds.addingSaturated(duration.wholeMilliseconds))
  }

  /// The instant that lies `duration` earlier, to the millisecond.
  public static func - (instant: Instant, duration: Duration) -> Instant {
    instant + (.zero - duration)
  }

  /// The time from `right` to `left`; negative when `left` is earlier.
  public static func - (left: Instant, right: Instant) -> Duration {
    .milliseconds(left.milliseconds) - .milliseconds(right.milliseconds)
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded towards zero.
  public var wholeMilliseconds: Int64 {
    components.seconds.thousandfold.addingSaturated(
      components.attoseconds / 1_000_000_000_000_000)
  }

  /// The duration in whole seconds, rounded towards zero.
  public var wholeSeconds: Int64 { components.seconds }
}

extension Int64 {
  /// A thousand times the number, or the greatest (smallest) number where it would be beyond.
  fileprivate var thousandfold: Int64 {
    let (product, overflowed) = multipliedReportingOverflow(by: 1000)
    return overflowed ? (self < 0 ? .min : .max) : product
  }

  /// The sum, or the greatest (smallest) number where it would be beyond.
  fileprivate func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflowed) = addingReportingOverflow(other)
    return overflowed ? (other < 0 ? .min : .max) : sum
  }
}
