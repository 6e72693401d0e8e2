package import CivilTime
package import EventLoop

/// A client's end of a connection to a service; hello is behind it.
///
/// It belongs to one thread. Calls that wait have a deadline, and a wait that the other side's end
/// would make endless ends at once with `peerGone`.
package protocol BusConnection: AnyObject {
  /// This life of the service.
  var serverSession: String { get }
  /// The service's process and account, as the kernel says.
  var serverCredentials: Credentials { get }
  /// The service's time, from the last message that came.
  var serverTime: Instant? { get }

  /// Sends a request and waits for its answer. What the service asks meanwhile is kept for later.
  ///
  /// - Throws: what the service answered, or `timeout`, `peerGone`, `closed`, `tooLarge`.
  func request<R: BusRequest>(
    _ request: R, within limit: Duration, cause: MessageReference?
  ) throws(BusError) -> R.Reply

  /// Sends a request and goes on; its answer is taken later.
  ///
  /// - Throws: what keeps it from being sent: `timeout`, `peerGone`, `closed`, `tooLarge`.
  func start<R: BusRequest>(
    _ request: R, within limit: Duration
  ) throws(BusError) -> StartedRequest<R.Reply>

  /// Waits for a request of the service; nil when none came before the deadline.
  ///
  /// - Throws: `peerGone` when the service's process has ended or said goodbye, `closed`.
  func receive(within limit: Duration) throws(BusError) -> IncomingRequest?

  /// Has the loop hand each request of the service to `handler`, and call `gone` once when the
  /// service has ended.
  ///
  /// - Throws: `internalFailure` when the loop can't watch the connection.
  func attach(
    to loop: EventLoop, _ handler: @escaping (IncomingRequest) -> Void,
    gone: @escaping () -> Void) throws(BusError)

  /// Says goodbye and lets everything go. A second call does nothing.
  func close()
}

extension BusConnection {
  /// Sends a request that nothing in particular caused, and waits for its answer.
  ///
  /// - Throws: as `request(_:within:cause:)`.
  package func request<R: BusRequest>(
    _ request: R, within limit: Duration
  ) throws(BusError) -> R.Reply {
    try self.request(request, within: limit, cause: nil)
  }
}
