import CLinux
import Synchronization

/// What another thread may hold of a loop: it can give it work and end it, nothing else.
package final class LoopHandle: Sendable {
  /// What has been asked from outside since the loop last looked.
  struct Requests {
    var bodies: [@Sendable () -> Void] = []
    var stops = false
  }

  private let requests = Mutex(Requests())
  private let event: FileDescriptor

  /// The descriptor that wakes the loop.
  var wakeDescriptor: Int32 { event.raw }

  init() throws(SystemError) {
    event = try FileDescriptor(checking: eventloop_event_create(), "create an event descriptor")
  }

  /// Ends the loop's `run()` after the turn that it is in.
  ///
  /// Safe from any thread.
  package func stop() {
    requests.withLock { $0.stops = true }
    wake()
  }

  /// Runs `body` on the loop's thread, in its next turn.
  ///
  /// Safe from any thread.
  package func enqueue(_ body: @escaping @Sendable () -> Void) {
    requests.withLock { $0.bodies.append(body) }
    wake()
  }

  /// What has been asked since the last call.
  func take() -> Requests {
    _ = eventloop_event_clear(event.raw)
    return requests.withLock { pending in
      let taken = pending
      pending = Requests()
      return taken
    }
  }

  private func wake() {
    // It fails only when the counter is full, and then the loop is awake already.
    _ = eventloop_event_signal(event.raw)
  }
}
