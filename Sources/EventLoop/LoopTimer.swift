/// A body that a loop runs once at an instant of the boot-time clock, unless it is cancelled first.
///
/// The loop keeps the timer alive, so the caller needs it only to cancel.
package final class LoopTimer {
  let deadline: Int64
  let order: UInt64
  let body: () -> Void
  /// Where the timer stands in the loop's heap; nil once it has fired or was cancelled.
  var position: Int?
  private weak var loop: EventLoop?

  init(deadline: Int64, order: UInt64, loop: EventLoop, body: @escaping () -> Void) {
    self.deadline = deadline
    self.order = order
    self.loop = loop
    self.body = body
  }

  /// Whether the body is still to run.
  package var isPending: Bool { position != nil }

  /// Takes the timer back; the body isn't run.
  ///
  /// After it ran, this does nothing.
  package func cancel() {
    loop?.remove(self)
    loop = nil
  }

  /// Earlier deadlines first; equal ones in the order in which they were asked for.
  func isDue(before other: LoopTimer) -> Bool {
    (deadline, order) < (other.deadline, other.order)
  }
}
