package import CivilTime
package import EventLoop

/// The clocks of the machine: besides the event loop's timers, the only thing here that reads any.
///
/// How much of what they say is believed is ``ServiceTime``'s matter.
package protocol ServiceClock: AnyObject {
  /// What the wall clock says.
  var now: Instant { get }
  /// How much time has passed since some fixed point, suspended time included; it is never set.
  var uptime: Duration { get }
  /// Which life of the machine `uptime` counts; `nil` where that can't be told.
  var boot: String? { get }
  /// Whether the kernel says that a time server keeps the wall clock right.
  var isSynchronised: Bool { get }
  /// The zone whose readings name the days.
  var zone: Zone { get }
  /// Whether the clock stands still until somebody advances it.
  var isVirtual: Bool { get }

  /// Looks whether the machine's zone is another one now, and follows it.
  func checkZone() -> ZoneCheck
  /// Calls `changed` whenever the wall clock is set or the zone changes, as far as that is noticed
  /// without looking.
  ///
  /// - Throws: the system's reason when it can't be watched; looking still works.
  func observe(on loop: EventLoop, _ changed: @escaping () -> Void) throws(SystemError)
}

/// What a look at the machine's zone found.
package enum ZoneCheck: Hashable, Sendable {
  /// The zone is the one in force.
  case same
  /// The zone was another one, and is followed from now on.
  case changed
  /// The machine names a zone that can't be read; the one in force stays.
  case unreadable(CivilTimeError)
}
