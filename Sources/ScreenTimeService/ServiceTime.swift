package import CivilTime

/// The service's time: what its clock says, and how much of that is to be trusted (decisions C1–C3).
///
/// Everything in the service takes "now" from here, so nothing goes by a wall clock that somebody has
/// set.
package final class ServiceTime {
  private let clock: any ServiceClock
  private var trusted: TrustedClock

  /// Goes on from what was recorded last.
  init(_ clock: any ServiceClock, after record: TrustedClock.Record?) {
    self.clock = clock
    trusted = TrustedClock(clock.sample, after: record)
  }

  /// The trusted time.
  package var now: Instant { trusted.time(atUptime: clock.uptime) }
  /// Now, in the zone in force.
  package var moment: Moment { Moment(now, in: zone) }
  /// What the wall clock says, where that can't be trusted.
  package var suspectWall: Instant? { trusted.isSuspect ? clock.now : nil }
  /// What has passed since some fixed point, suspended time included.
  package var uptime: Duration { clock.uptime }
  /// The zone in force.
  package var zone: Zone { clock.zone }
  /// Whether time stands still until somebody moves it.
  package var isVirtual: Bool { clock.isVirtual }

  /// Compares the clocks, and follows one that a time server keeps.
  ///
  /// - Returns: whether the wall clock is suspect now and wasn't, or the other way round.
  func look() -> Bool {
    let wasSuspect = trusted.isSuspect
    trusted.look(at: clock.sample)
    return trusted.isSuspect != wasSuspect
  }

  /// Takes the wall clock's time for the true one.
  func accept() { trusted.accept(clock.sample) }

  /// What to keep for a later life.
  var record: TrustedClock.Record { trusted.record(atUptime: clock.uptime) }
}

extension ServiceClock {
  fileprivate var sample: TrustedClock.Sample {
    TrustedClock.Sample(wall: now, uptime: uptime, boot: boot, isSynchronised: isSynchronised)
  }
}
