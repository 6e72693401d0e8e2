/// The machine's clocks as decisions C1 to C3 describe them, in seconds.
struct ReferenceClock: Hashable, Sendable {
  /// How far the clocks may be apart.
  static let tolerance = 300

  /// The time that is trusted.
  private(set) var trusted: Int
  /// What the wall clock says.
  private(set) var wall: Int
  /// What has passed since the start, suspended time included, without what the machine was off.
  private(set) var uptime = 0
  /// The zone in force.
  var zone: ReferenceZone
  /// Whether a time server keeps the wall clock right.
  private var isSynchronised = false

  /// Starts with both clocks right.
  init(start: Int, zone: ReferenceZone) {
    trusted = start
    wall = start
    self.zone = zone
  }

  /// What the wall clock says, where that isn't trusted.
  var suspect: Int? { abs(wall - trusted) > Self.tolerance ? wall : nil }

  /// The local date of the trusted time.
  var day: Int { zone.day(trusted) }

  /// Lets time pass.
  mutating func pass(_ span: Int) {
    trusted += span
    wall += span
    uptime += span
  }

  /// Has somebody, or a time server, set the wall clock.
  mutating func set(by shift: Int, synchronised: Bool) {
    wall += shift
    isSynchronised = synchronised
    if synchronised { trusted = wall }
  }

  /// Switches the machine off for so long, and on again: the hardware's clock is believed, but time has
  /// one direction.
  mutating func reboot(lasting pause: Int) {
    wall += pause
    trusted = max(trusted, wall)
    isSynchronised = false
  }
}
