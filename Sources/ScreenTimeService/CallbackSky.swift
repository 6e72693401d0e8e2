import ScreenTimeModel
import ScreenTimeProtocol

/// What becomes of callbacks between the moment in which they are due and their delivery.
///
/// On a machine that is real nothing does. On a virtual one somebody may have them lost, late, doubled or
/// turned around, to see what then happens (decision P4).
struct CallbackSky {
  /// A callback, and when it became due by the service's uptime.
  struct Owed {
    let callback: MonitorCallback
    let since: Duration
  }

  /// How late a delivery may be before it is a fault.
  static let tolerance = Duration.seconds(5 * 60)

  /// What becomes of them from now on.
  var weather = CallbackWeather.normal
  /// How late they come, where they do.
  var delay = Duration.zero
  private var held: [(until: Duration, owed: Owed)] = []

  /// The callbacks that are held back, in order.
  var heldBack: [MonitorCallback] { held.map(\.owed.callback) }

  /// When the next one that is held back is to go on, by uptime.
  var nextDue: Duration? { held.map(\.until).min() }

  /// Takes callbacks that are due together, and answers those that go on at once.
  mutating func take(_ callbacks: [MonitorCallback], at uptime: Duration) -> [Owed] {
    let owed = callbacks.map { Owed(callback: $0, since: uptime) }
    switch weather {
    case .normal: return owed
    case .drop: return []
    case .delay:
      held += owed.map { (until: uptime + delay, owed: $0) }
      return []
    case .duplicate: return owed.flatMap { [$0, $0] }
    case .reverse: return owed.reversed()
    }
  }

  /// Takes those that were held back for long enough.
  mutating func takeDue(at uptime: Duration) -> [Owed] {
    let due = held.filter { $0.until <= uptime }
    guard !due.isEmpty else { return [] }
    held.removeAll { $0.until <= uptime }
    return due.map(\.owed)
  }
}
