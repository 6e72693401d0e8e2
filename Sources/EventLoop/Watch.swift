/// A descriptor that a loop watches, until it is cancelled.
///
/// The loop keeps the watch alive, so the caller needs it only to cancel. Cancel before closing the
/// descriptor: its number may be somebody else's right afterwards.
package final class Watch {
  /// The watched descriptor.
  package let descriptor: Int32
  let token: UInt64
  let handler: () -> Void
  private weak var loop: EventLoop?

  init(descriptor: Int32, token: UInt64, loop: EventLoop, handler: @escaping () -> Void) {
    self.descriptor = descriptor
    self.token = token
    self.loop = loop
    self.handler = handler
  }

  /// Stops watching; the handler isn't called again.
  ///
  /// A second call does nothing.
  package func cancel() {
    loop?.remove(self)
    loop = nil
  }
}
