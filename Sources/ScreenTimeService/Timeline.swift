import Bus
import CivilTime
import EventLoop
import ScreenTimeProtocol

/// Where the service stands in time.
struct Timeline {
  /// Callbacks that are due and not yet with the host.
  var outbox: [CallbackSky.Owed] = []
  /// What becomes of callbacks before that.
  var sky = CallbackSky()
  /// The advance of a virtual clock that goes on.
  var advance: Advance?
  /// Whether an advance is being worked on, so that what settles meanwhile doesn't begin again.
  var isAdvancing = false
  /// Wakes a real clock's service for what is due next.
  var timer: LoopTimer?
  /// When that last happened, by uptime.
  var woken: Duration = .zero
  /// Looks at what is in use, on a real clock.
  var sampler: LoopTimer?
  /// When the files of shielded apps were looked at last, by uptime.
  var looked: Duration = .zero
  private(set) var isStopped = false

  mutating func stop() {
    isStopped = true
    timer?.cancel()
    sampler?.cancel()
  }
}

/// An advance of a virtual clock: where to, and who waits for it.
struct Advance {
  let target: Instant
  let responder: Responder<ClockReading>
}

/// What is still to be saved, and when.
struct SavingState {
  var activities: LoopTimer?
  var shields: LoopTimer?
  /// When use was saved last, by the service's uptime.
  var usageSaved: Duration = .zero
  /// When the trusted time was recorded last, by the service's uptime.
  var clockSaved: Duration = .zero
}
