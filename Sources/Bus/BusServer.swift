package import CivilTime
package import EventLoop

/// A service's end.
package final class BusServer {
  package init(
    name: String, version: String, registry: MessageRegistry, loop: EventLoop,
    now: @escaping () -> Instant, role: @escaping (Credentials) -> Role?
  ) {}

  package var onPeerReady: ((Peer) -> Void)?
  package var onPeerGone: ((Peer) -> Void)?
  package var onFault: ((String, String) -> Void)?
  package var peers: [Peer] { [] }
  package var session: String { "" }

  package func on<R: BusRequest>(
    _ type: R.Type, _ handler: @escaping (R, Caller, Responder<R.Reply>) -> Void
  ) {}

  package func on<R: BusRequest>(
    _ type: R.Type, _ handler: @escaping (R, Caller) throws(BusError) -> R.Reply
  ) {}

  package func listen(at path: String) throws(BusError) {}

  package func connectInProcess(
    as name: String, credentials: Credentials = .own, attributes: [String: String] = [:],
    serving handler: ((IncomingRequest) -> Void)? = nil
  ) -> any BusConnection {
    preconditionFailure("not connected yet")
  }

  package func send<R: BusRequest>(
    _ request: R, to peer: PeerID, within limit: Duration, cause: MessageReference? = nil,
    completion: @escaping (Result<R.Reply, BusError>) -> Void
  ) {}

  package func close() {}
}
