import Bus
import CivilTime
import EventLoop

/// A connection that notes what each request names as its cause.
final class CauseSpy: BusConnection {
  private let base: any BusConnection
  /// The causes, in the order of the requests.
  private(set) var causes: [MessageReference?] = []

  init(_ base: any BusConnection) {
    self.base = base
  }

  var serverSession: String { base.serverSession }
  var serverCredentials: Credentials { base.serverCredentials }
  var serverTime: Instant? { base.serverTime }

  func request<R: BusRequest>(
    _ request: R, within limit: Duration, cause: MessageReference?
  ) throws(BusError) -> R.Reply {
    causes.append(cause)
    return try base.request(request, within: limit, cause: cause)
  }

  func start<R: BusRequest>(
    _ request: R, within limit: Duration
  ) throws(BusError) -> StartedRequest<R.Reply> {
    causes.append(nil)
    return try base.start(request, within: limit)
  }

  func receive(within limit: Duration) throws(BusError) -> IncomingRequest? {
    try base.receive(within: limit)
  }

  func attach(
    to loop: EventLoop, _ handler: @escaping (IncomingRequest) -> Void,
    gone: @escaping () -> Void
  ) throws(BusError) {
    try base.attach(to: loop, handler, gone: gone)
  }

  func close() {
    base.close()
  }
}
