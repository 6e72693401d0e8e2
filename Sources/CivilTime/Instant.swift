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

  /// Makes the instant that lies `seconds` whole seconds after the epoch.
  public init(seconds: Int64) {
    self.milliseconds = seconds * 1000
  }

  /// Whole seconds since the epoch, rounded down.
  public var seconds: Int64 {
    milliseconds >= 0 ? milliseconds / 1000 : -((-milliseconds + 999) / 1000)
  }

  /// Whether `left` comes before `right`.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The instant that lies `duration` later, to the millisecond.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(milliseconds: instant.milliseconds + duration.wholeMilliseconds)
  }

  /// The instant that lies `duration` earlier, to the millisecond.
  public static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(milliseconds: instant.milliseconds - duration.wholeMilliseconds)
  }

  /// The time from `right` to `left`; negative when `left` is earlier.
  public static func - (left: Instant, right: Instant) -> Duration {
    .milliseconds(left.milliseconds - right.milliseconds)
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded towards zero.
  public var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// The duration in whole seconds, rounded towards zero.
  public var wholeSeconds: Int64 { components.seconds }
}
