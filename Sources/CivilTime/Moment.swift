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

  /// What the wall clock shows.
  public var reading: Reading { zone.reading(at: instant) }

  /// The first instant of the next local date that is still to come.
  ///
  /// Where the clock is set back over midnight the next date begins twice; in between, the second
  /// beginning is meant.
  public var nextMidnight: Instant {
    let midnight = zone.instants(of: date.adding(days: 1), .midnight)
    return midnight.first > instant ? midnight.first : midnight.last
  }
}
