/// Something that a loop asks before each wait, until it is cancelled.
package final class Hook {
  let body: () -> Bool
  private weak var loop: EventLoop?

  init(loop: EventLoop, body: @escaping () -> Bool) {
    self.loop = loop
    self.body = body
  }

  /// Stops asking.
  ///
  /// A second call does nothing.
  package func cancel() {
    loop?.remove(self)
    loop = nil
  }
}
