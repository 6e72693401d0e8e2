/// A request that was sent and whose answer nobody has taken yet.
///
/// Several of them may be on their way over one connection. One that is let go without its answer is
/// forgotten; the service works on it all the same.
package final class StartedRequest<Reply> {
  private let finish: () throws(BusError) -> Reply
  private let forget: () -> Void

  /// Makes one whose answer comes out of `finish`; `forget` is called when nobody will ask any more.
  package init(
    finish: @escaping () throws(BusError) -> Reply, forget: @escaping () -> Void = {}
  ) {
    self.finish = finish
    self.forget = forget
  }

  deinit { forget() }

  /// Waits for the answer; it can be taken once.
  ///
  /// - Throws: what the service answered, or `timeout`, `peerGone`, `closed`.
  package func answer() throws(BusError) -> Reply { try finish() }
}
