package import CivilTime
package import EventLoop

/// A clock that stands still until it is moved; what simulations and tests run on.
package final class VirtualServiceClock: ServiceClock {
  package private(set) var now: Instant
  package private(set) var uptime: Duration = .zero
  package private(set) var isSynchronised: Bool
  package let boot: String?
  package private(set) var zone: Zone
  private var changed: () -> Void = {}

  /// Makes a clock that shows `start` in `zone`, in the life `boot` of a virtual machine.
  ///
  /// A life without a name has nothing to do with what was recorded before: its start is believed as if a
  /// time server had told it.
  package init(start: Instant, zone: Zone, boot: String? = "virtual") {
    now = start
    self.boot = boot
    isSynchronised = boot == nil
    self.zone = zone
  }

  package var isVirtual: Bool { true }

  /// Answers `same`: the zone is whatever `set(zone:)` says.
  package func checkZone() -> ZoneCheck { .same }

  package func observe(on loop: EventLoop, _ changed: @escaping () -> Void) {
    self.changed = changed
  }

  /// Lets time pass.
  ///
  /// Moving backwards is a mistake of the caller, and traps.
  package func pass(_ duration: Duration) {
    precondition(duration >= .zero, "time passes in one direction")
    now = now + duration
    uptime += duration
  }

  /// Sets the wall clock, as somebody at the machine would, or as a time server does; no time passes.
  package func set(now: Instant, isSynchronised: Bool = false) {
    self.now = now
    self.isSynchronised = isSynchronised
    changed()
  }

  /// Carries the machine into another zone; no time passes.
  package func set(zone: Zone) {
    self.zone = zone
    changed()
  }

  /// The clock in the next life of the machine, which was off for a while.
  package func afterReboot(lasting pause: Duration) -> VirtualServiceClock {
    VirtualServiceClock(start: now + pause, zone: zone, boot: boot.map { $0 + "+" })
  }
}
