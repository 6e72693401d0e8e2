/// Tells the true time where the wall clock may be set by anybody (decisions C1–C3).
///
/// The trusted time is the last trusted one plus what the boot-time clock says has passed. The wall clock
/// is believed where nothing better is known: at the very first start, after a reboot (but never a
/// time before the last recorded one), and while the kernel says that a time server keeps it right.
package struct TrustedClock: Hashable, Sendable {
  /// How far wall clock and trusted time may be apart before the wall clock is suspect.
  package static let tolerance: Duration = .seconds(5 * 60)

  /// What the machine's clocks say at one moment.
  package struct Sample: Hashable, Sendable {
    /// The wall clock.
    package let wall: Instant
    /// The boot-time clock, which goes on while the machine is suspended and is never set.
    package let uptime: Duration
    /// Which life of the machine the boot-time clock counts; `nil` where that isn't known.
    package let boot: String?
    /// Whether the kernel says that a time server keeps the wall clock right.
    package let isSynchronised: Bool

    /// Makes a sample.
    package init(wall: Instant, uptime: Duration, boot: String?, isSynchronised: Bool) {
      self.wall = wall
      self.uptime = uptime
      self.boot = boot
      self.isSynchronised = isSynchronised
    }
  }

  /// What is kept of a reading, so that a later life of the program goes on from it.
  package struct Record: Hashable, Sendable, Codable {
    /// The trusted time.
    package let time: Instant
    /// The boot-time clock then, in milliseconds.
    package let uptimeMilliseconds: Int64
    /// Which life of the machine that was.
    package let boot: String?
    /// When both clocks last named the same day; `nil` where that was at `time`.
    package let agreed: Instant?

    /// Makes a record.
    package init(
      time: Instant, uptimeMilliseconds: Int64, boot: String?, agreed: Instant? = nil
    ) {
      self.time = time
      self.uptimeMilliseconds = uptimeMilliseconds
      self.boot = boot
      self.agreed = agreed
    }
  }

  /// Whether wall clock and trusted time were too far apart at the last look.
  package private(set) var isSuspect = false
  /// The trusted time at which the wall clock last named the same day, as far as looks have shown.
  package private(set) var agreed: Instant
  private var lastLook: Look
  private var anchor: Instant
  private var anchorUptime: Duration
  private var boot: String?

  /// A look: the trusted time then, and how far the wall clock was ahead.
  private struct Look: Hashable {
    let time: Instant
    let lead: Duration
  }

  /// Starts with what the clocks say now, and what was recorded last, if anything was.
  package init(_ sample: Sample, after record: Record?, in zone: Zone) {
    anchor = Self.time(at: sample, after: record)
    anchorUptime = sample.uptime
    boot = sample.boot
    agreed = record.map { $0.agreed ?? $0.time } ?? anchor
    lastLook = Look(time: agreed, lead: .zero)
    look(at: sample, in: zone)
  }

  /// The trusted time when the boot-time clock says so.
  package func time(atUptime uptime: Duration) -> Instant { anchor + (uptime - anchorUptime) }

  /// Takes what the clocks say now: follows one that is synchronised, and compares, by the days of a
  /// zone.
  package mutating func look(at sample: Sample, in zone: Zone) {
    if sample.isSynchronised { accept(sample) }
    let lead = lead(of: sample)
    isSuspect = lead > Self.tolerance || lead < .zero - Self.tolerance
    let look = Look(time: time(atUptime: sample.uptime), lead: lead)
    agreed = isSuspect ? lastAgreement(at: look, in: zone) : look.time
    lastLook = look
  }

  /// When both clocks last named the same day: now, or before one of them came to another, if nobody has
  /// set one since the last look.
  private func lastAgreement(at look: Look, in zone: Zone) -> Instant {
    var moments = [look.time]
    let change = look.lead - lastLook.lead
    if change < .seconds(1), change > .seconds(-1) {
      let wallDay = Moment(look.time + look.lead, in: zone).date
      moments += [
        zone.startOfDay(Moment(look.time, in: zone).date), zone.startOfDay(wallDay) - look.lead,
      ].map { $0 - .milliseconds(1) }.filter { $0 > lastLook.time }
    }
    return moments.filter { moment in
      Moment(moment, in: zone).date == Moment(moment + look.lead, in: zone).date
    }.max() ?? agreed
  }

  /// How far the wall clock of a sample is ahead of the trusted time; less than nothing when it is
  /// behind.
  package func lead(of sample: Sample) -> Duration {
    sample.wall - time(atUptime: sample.uptime)
  }

  /// Takes the wall clock's time for the true one.
  package mutating func accept(_ sample: Sample) {
    anchor = sample.wall
    anchorUptime = sample.uptime
    isSuspect = false
    agreed = sample.wall
  }

  /// What to keep.
  package func record(atUptime uptime: Duration) -> Record {
    Record(
      time: time(atUptime: uptime), uptimeMilliseconds: uptime.wholeMilliseconds, boot: boot,
      agreed: isSuspect ? agreed : nil)
  }

  /// Within one life of the machine the boot-time clock knows what has passed; across a reboot only
  /// the hardware's clock does, and it may have been set meanwhile: but time has one direction.
  private static func time(at sample: Sample, after record: Record?) -> Instant {
    guard let record else { return sample.wall }
    guard let boot = sample.boot, boot == record.boot else { return max(sample.wall, record.time) }
    let passed = sample.uptime - .milliseconds(record.uptimeMilliseconds)
    return record.time + max(.zero, passed)
  }
}
