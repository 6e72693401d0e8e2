import Bus
import ScreenTimeModel
import ScreenTimeProtocol

/// What becomes of callbacks between the moment in which they are due and their delivery.
///
/// On a machine that is real nothing does. On a virtual one somebody may have them lost, late, doubled,
/// turned around, premature or held until the machine is used, to see what then happens (decision P4).
struct CallbackSky {
  /// A callback, when it became due by the service's uptime, and the request that led to it.
  struct Owed {
    let callback: MonitorCallback
    let since: Duration
    let cause: MessageReference?
  }

  /// A callback that is held back, and until when; `nil` means until the machine is used.
  private struct Held {
    let until: Duration?
    let owed: Owed
  }

  /// How late a delivery may be before it is a fault.
  static let tolerance = Duration.seconds(5 * 60)

  /// What becomes of them from now on.
  var weather = CallbackWeather.normal
  /// How late they come, where they do.
  var delay = Duration.zero
  /// How much time passes while `activity.start` is answered.
  var startDelay = Duration.zero
  private var held: [Held] = []

  /// The callbacks that are held back, in order.
  var heldBack: [MonitorCallback] { held.map(\.owed.callback) }

  /// When the next one that is held back is to go on, by uptime.
  var nextDue: Duration? { held.compactMap(\.until).min() }

  /// Takes callbacks that are due together, and answers those that go on at once.
  ///
  /// - Parameters:
  ///   - isUsed: whether somebody uses the machine now.
  ///   - cause: the request that led to them; `nil` where time alone did.
  ///   - thresholds: the threshold callbacks of an activity whose interval has just started.
  mutating func take(
    _ callbacks: [MonitorCallback], at uptime: Duration, isUsed: Bool, cause: MessageReference?,
    thresholds: (ActivityKey) -> [MonitorCallback]
  ) -> [Owed] {
    let owed = callbacks.map { Owed(callback: $0, since: uptime, cause: cause) }
    switch weather {
    case .normal: return owed
    case .drop: return []
    case .delay: return hold(owed, until: uptime + delay)
    case .duplicate: return owed.flatMap { [$0, $0] }
    case .reverse: return owed.reversed()
    case .atStart:
      return owed.flatMap { due -> [Owed] in
        guard due.callback.kind == .intervalDidStart else { return [due] }
        return [due]
          + thresholds(due.callback.key).map { Owed(callback: $0, since: uptime, cause: cause) }
      }
    case .untilUsed: return isUsed ? owed : hold(owed, until: nil)
    }
  }

  private mutating func hold(_ owed: [Owed], until: Duration?) -> [Owed] {
    held += owed.map { Held(until: until, owed: $0) }
    return []
  }

  /// Takes those that were held back for long enough.
  mutating func takeDue(at uptime: Duration, isUsed: Bool) -> [Owed] {
    var due: [Owed] = []
    held.removeAll { held in
      let isDue = held.until.map { $0 <= uptime } ?? isUsed
      if isDue { due.append(held.owed) }
      return isDue
    }
    return due
  }
}
