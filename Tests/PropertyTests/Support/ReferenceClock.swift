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
  /// When both clocks last named the same day.
  private var agreed: Int

  /// Starts with both clocks right.
  init(start: Int, zone: ReferenceZone) {
    trusted = start
    wall = start
    agreed = start
    self.zone = zone
  }

  /// What the wall clock says, where that isn't trusted.
  var suspect: Int? { abs(wall - trusted) > Self.tolerance ? wall : nil }

  /// The local date of the trusted time.
  var day: Int { zone.day(trusted) }

  /// The day whose budget holds: while the clocks name different days the one on which they last named
  /// the same (C3).
  func budgetDay(ago: Int = 0) -> Int {
    let day = zone.day(trusted - ago)
    guard let suspect, zone.day(suspect - ago) != day else { return day }
    return min(day, zone.day(agreed))
  }

  /// Lets time pass.
  mutating func pass(_ span: Int) {
    let lead = wall - trusted
    // They cease to agree only where one of them comes to another day.
    let edges =
      midnights(from: trusted, for: span) + midnights(from: wall, for: span).map { $0 - lead }
    for moment in edges.map({ $0 - 1 }).sorted() where moment > trusted {
      if zone.day(moment) == zone.day(moment + lead) { agreed = moment }
    }
    trusted += span
    wall += span
    uptime += span
    noteAgreement()
  }

  /// The midnights that a clock comes to.
  private func midnights(from start: Int, for span: Int) -> [Int] {
    (zone.day(start)...zone.day(start + span)).map(zone.midnight).filter {
      $0 > start && $0 <= start + span
    }
  }

  private mutating func noteAgreement() {
    if suspect == nil || zone.day(trusted) == zone.day(wall) { agreed = trusted }
  }

  /// Has somebody, or a time server, set the wall clock.
  mutating func set(by shift: Int, synchronised: Bool) {
    wall += shift
    isSynchronised = synchronised
    if synchronised { trusted = wall }
    noteAgreement()
  }

  /// Switches the machine off for so long, and on again: the hardware's clock is believed, but time has
  /// one direction.
  mutating func reboot(lasting pause: Int) {
    wall += pause
    trusted = max(trusted, wall)
    isSynchronised = false
    noteAgreement()
  }
}
