import CivilTime
import EventLoop

/// The connection of a client whose hello was refused: every call throws the refusal.
final class RefusedConnection: BusConnection {
  let serverSession = ""
  let serverCredentials: Credentials
  let serverTime: Instant? = nil
  private let refusal: BusError

  /// Keeps what was answered to hello.
  init(_ refusal: BusError, by server: Credentials) {
    self.refusal = refusal
    serverCredentials = server
  }

  func request<R: BusRequest>(
    _ request: R, within limit: Duration, cause: MessageReference?
  ) throws(BusError) -> R.Reply {
    throw refusal
  }

  func start<R: BusRequest>(
    _ request: R, within limit: Duration
  ) throws(BusError) -> StartedRequest<R.Reply> {
    throw refusal
  }

  func receive(within limit: Duration) throws(BusError) -> IncomingRequest? {
    throw refusal
  }

  func attach(
    to loop: EventLoop, _ handler: @escaping (IncomingRequest) -> Void,
    gone: @escaping () -> Void
  ) throws(BusError) {
    throw refusal
  }

  func close() {}
}
