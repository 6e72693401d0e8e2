public import CivilTime
public import FoundationEssentials

/// When an activity's interval starts and ends.
///
/// Both ends are readings of the wall clock and are written with the same components:
/// * `hour`, `minute`, `second` alone: every day. An end at or before the start belongs to the next
///   day; the same reading twice is 24 hours (decisions W2, W3).
/// * and a `weekday` (1 is Sunday): every week. The end is on the start's day or, at or before the
///   start's reading, on the day after.
/// * and `year`, `month`, `day` instead: once.
///
/// `minute` and `second` are 0 when they are left out; `hour` is not.
public struct DeviceActivitySchedule: Hashable, Sendable {
  /// The reading at which the interval starts.
  public let intervalStart: DateComponents
  /// The reading at which the interval ends; it does not belong to the interval.
  public let intervalEnd: DateComponents
  /// Whether the interval comes again each day or week.
  public let repeats: Bool
  /// How long before the interval's start and end a warning is delivered: days, hours, minutes and
  /// seconds, added up; `nil` for no warnings.
  public let warningTime: DateComponents?
  /// The zone in which the readings are meant; `nil` for the machine's, as it is at each time.
  ///
  /// Apple has it in the components themselves. Foundation's zones need data that a program here may not
  /// have, so it is one of our own.
  public let zone: Zone?

  /// Makes a schedule.
  ///
  /// It is checked when monitoring starts.
  public init(
    intervalStart: DateComponents, intervalEnd: DateComponents, repeats: Bool,
    warningTime: DateComponents? = nil, zone: Zone? = nil
  ) {
    self.intervalStart = intervalStart
    self.intervalEnd = intervalEnd
    self.repeats = repeats
    self.warningTime = warningTime
    self.zone = zone
  }
}
