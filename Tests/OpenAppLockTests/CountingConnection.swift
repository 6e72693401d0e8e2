import Bus
import CivilTime
import EventLoop
import ScreenTimeModel
import ScreenTimeProtocol

/// Writes down what goes over a connection, and otherwise leaves it alone.
final class CountingConnection: BusConnection {
  private let inner: any BusConnection
  private let note: (String) -> Void

  init(_ inner: any BusConnection, note: @escaping (String) -> Void) {
    self.inner = inner
    self.note = note
  }

  var serverSession: String { inner.serverSession }
  var serverCredentials: Credentials { inner.serverCredentials }
  var serverTime: Instant? { inner.serverTime }

  func request<R: BusRequest>(
    _ request: R, within limit: Duration, cause: MessageReference?
  ) throws(BusError) -> R.Reply {
    if let start = request as? ActivityStart {
      note("\(R.name.text) \(start.activity.rawValue)")
    } else {
      note(R.name.text)
    }
    return try inner.request(request, within: limit, cause: cause)
  }

  func start<R: BusRequest>(
    _ request: R, within limit: Duration
  ) throws(BusError) -> StartedRequest<R.Reply> {
    note(R.name.text)
    return try inner.start(request, within: limit)
  }

  func receive(within limit: Duration) throws(BusError) -> IncomingRequest? {
    try inner.receive(within: limit)
  }

  func attach(
    to loop: EventLoop, _ handler: @escaping (IncomingRequest) -> Void, gone: @escaping () -> Void
  ) throws(BusError) {
    try inner.attach(to: loop, handler, gone: gone)
  }

  func close() { inner.close() }
}
