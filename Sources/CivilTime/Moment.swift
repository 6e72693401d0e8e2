/// An instant together with the zone in which it is read: what every decision about days is given.
///
/// Pure logic takes a moment; only a composition root makes one from a clock.
public struct Moment: Hashable, Sendable {
  /// The point on the time line.
  public let instant: Instant
  /// The zone whose wall clock names the day and the reading.
  public let zone: Zone

  /// Joins an instant and the zone it is read in.
  public init(_ instant: Instant, in zone: Zone) {
    self.instant = instant
    self.zone = zone
  }

  /// The local date.
  public var date: CivilDate { zone.reading(at: instant).date }

  /// The first instant of the next local date.
  public var nextMidnight: Instant { zone.startOfDay(date.adding(days: 1)) }
}
