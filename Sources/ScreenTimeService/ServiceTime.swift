package import CivilTime

/// The service's time: what its clock says, and how much of that is to be trusted (decisions C1–C3).
///
/// Everything in the service takes "now" from here, so nothing goes by a wall clock that somebody has
/// set.
package final class ServiceTime {
  /// A time server keeps a clock right by steps smaller than this; a greater one is another time.
  private static let leastStep = Duration.seconds(1)

  private let clock: any ServiceClock
  private var trusted: TrustedClock
  /// How far the wall clock was ahead at the last look.
  private var lead: Duration

  /// Goes on from what was recorded last.
  init(_ clock: any ServiceClock, after record: TrustedClock.Record?) {
    self.clock = clock
    let sample = clock.sample
    trusted = TrustedClock(sample, after: record, in: clock.zone)
    lead = trusted.lead(of: sample)
  }

  /// The trusted time.
  package var now: Instant { trusted.time(atUptime: clock.uptime) }
  /// Now, in the zone in force.
  package var moment: Moment { Moment(now, in: zone) }
  /// What is known while the wall clock can't be trusted.
  package var suspicion: Suspicion? {
    trusted.isSuspect ? Suspicion(wall: clock.now, agreed: trusted.agreed) : nil
  }
  /// What has passed since some fixed point, suspended time included.
  package var uptime: Duration { clock.uptime }
  /// The zone in force.
  package var zone: Zone { clock.zone }
  /// Whether time stands still until somebody moves it.
  package var isVirtual: Bool { clock.isVirtual }

  /// Compares the clocks, and follows one that a time server keeps.
  ///
  /// A wall clock that was suspect and is set to another time is news as well: rules are judged by it.
  func look() -> ClockNews {
    let sample = clock.sample
    let (expected, wasSuspect, lastLead) = (
      trusted.time(atUptime: sample.uptime), trusted.isSuspect, lead
    )
    trusted.look(at: sample, in: zone)
    lead = trusted.lead(of: sample)
    let step = trusted.time(atUptime: sample.uptime) - expected
    if step.length >= Self.leastStep { return .followed }
    let isElsewhere = trusted.isSuspect && (lead - lastLead).length > TrustedClock.tolerance
    return trusted.isSuspect != wasSuspect || isElsewhere ? .suspicion : .same
  }

  /// Takes the wall clock's time for the true one.
  func accept() { trusted.accept(clock.sample) }

  /// What to keep for a later life.
  var record: TrustedClock.Record { trusted.record(atUptime: clock.uptime) }
}

/// What a look at the clocks found.
enum ClockNews: Hashable {
  /// Nothing that anybody has to hear of.
  case same
  /// The wall clock has become suspect, or no longer is, or is suspect for another time than before.
  case suspicion
  /// The trusted time is another one than what has passed would make it: it followed a time server.
  case followed
}

extension Duration {
  /// How long it is, in whichever direction.
  fileprivate var length: Duration { self < .zero ? .zero - self : self }
}

extension ServiceClock {
  fileprivate var sample: TrustedClock.Sample {
    TrustedClock.Sample(wall: now, uptime: uptime, boot: boot, isSynchronised: isSynchronised)
  }
}
