import Bus
import ScreenTimeProtocol

/// Time: it stands still until the test moves it.
extension TestPlatform {
  /// The service's time, in its zone.
  public func moment() throws(TestPlatformError) -> Moment {
    let reading = try ask(ClockRead(), "read the clock")
    hardware.note(reading)
    return Moment(reading.now, in: hardware.zone)
  }

  /// Lets time pass, and returns when every callback that this caused has been answered or given up.
  ///
  /// - Throws: ``TestPlatformError``.
  public func advance(by duration: Duration) throws(TestPlatformError) {
    let now = try moment().instant
    try advance(to: now + duration)
  }

  /// Lets time pass until the wall clock shows a reading, and returns when every callback that this
  /// caused has been answered or given up.
  ///
  /// - Parameter reading: `15:00`, the next time that the clock shows it, which is tomorrow where it
  ///   shows it now; or with its date, `2025-01-07T15:00`.
  /// - Throws: ``TestPlatformError``, also for a reading that lies in the past.
  public func advance(to reading: String) throws(TestPlatformError) {
    let moment = try moment()
    let target: Instant
    do {
      if reading.contains("T") {
        target = try moment.zone.instant(parsing: reading)
      } else {
        let time = try TimeOfDay(parsing: reading)
        let today = moment.zone.instants(of: moment.date, time).first
        target =
          today > moment.instant
          ? today : moment.zone.instants(of: moment.date.adding(days: 1), time).first
      }
    } catch {
      throw failure("invalid", "advance to \"\(reading)\": \(error.message)")
    }
    try advance(to: target)
  }

  /// Waits until everything that is owed has been answered; no time passes.
  ///
  /// - Throws: ``TestPlatformError``.
  public func settle() throws(TestPlatformError) {
    try advance(by: .zero)
  }

  /// Suspends the machine: time passes, and nobody uses anything.
  ///
  /// - Throws: ``TestPlatformError``.
  public func sleep(for duration: Duration) throws(TestPlatformError) {
    hardware.note(
      try ask(ClockSleep(seconds: duration.wholeSeconds), "suspend the machine"))
  }

  /// Sets the wall clock forward, or back, while no time passes: as somebody does who wants to get
  /// around a restriction.
  ///
  /// - Throws: ``TestPlatformError``.
  public func setClock(forward duration: Duration) throws(TestPlatformError) {
    hardware.note(try ask(ClockShift(seconds: duration.wholeSeconds), "set the clock"))
  }

  /// Carries the machine into another zone, such as `America/New_York`.
  ///
  /// - Throws: ``TestPlatformError`` for a zone that this machine doesn't have.
  public func travel(to zone: String) throws(TestPlatformError) {
    hardware.note(try ask(ClockZone(zone: zone), "travel to \(zone)"))
  }

  private func advance(to target: Instant) throws(TestPlatformError) {
    let local = hardware.zone.reading(at: target)
    hardware.note(
      try ask(ClockAdvance(to: target), "advance to \(local.date) \(local.time)"))
  }
}
