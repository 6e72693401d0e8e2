import CivilTime
import ScreenTimeProtocol
import ScreenTimeService

/// What a virtual machine keeps while its service is away: its clock, its zone, and which life it is
/// in.
struct VirtualHardware {
  /// The clock of a service in this process.
  private(set) var clock: VirtualServiceClock
  /// What the wall clock shows, as far as it is known here.
  private var wall: Instant
  private(set) var zone: Zone
  private var boot = 1

  init(start: Instant, zone: Zone) {
    clock = VirtualServiceClock(start: start, zone: zone, boot: "test-1")
    wall = start
    self.zone = zone
  }

  /// Takes what the service says of its clock.
  mutating func note(_ reading: ClockReading) {
    wall = reading.suspicion?.wall ?? reading.now
    note(zone: reading.zone)
  }

  /// Takes the service's last word, where it can't be asked any more.
  mutating func note(lastTime: Instant?) {
    if let lastTime, lastTime > wall { wall = lastTime }
  }

  /// Switches the machine off for so long.
  mutating func reboot(lasting pause: Duration) {
    boot += 1
    wall = wall + pause
    clock = VirtualServiceClock(start: clock.now + pause, zone: clock.zone, boot: "test-\(boot)")
  }

  /// What the program is told of it.
  var arguments: [String] {
    [
      "--clock", "virtual", "--start", wall.description, "--zone", zone.identifier, "--boot-id",
      "test-\(boot)",
    ]
  }

  private mutating func note(zone identifier: String) {
    guard identifier != zone.identifier, let read = try? Zone(identifier: identifier) else {
      return
    }
    zone = read
  }
}
