package import CivilTime
package import EventLoop

/// A service's end of the bus: who is connected, who may send what, and who handles it.
///
/// It belongs to its loop's thread. Everything that comes, over either transport, goes through one
/// place (`receive`), where the caller is checked before its message is decoded. Nothing that a peer
/// does or leaves undone makes the server wait.
package final class BusServer {
  /// What the server calls itself.
  package let name: String
  /// Its program's version.
  package let version: String
  /// The messages it knows.
  package let registry: MessageRegistry
  /// Asked when a peer says hello; what it answers refuses the peer.
  ///
  /// Nil answers take it.
  ///
  /// This is for claims that only the owner can judge, such as which extension a peer serves.
  package var objection: ((Peer) -> BusError?)?
  /// Called when a peer has said hello.
  package var onPeerReady: ((Peer) -> Void)?
  /// Called when a peer that had said hello is gone; its pending requests have been completed.
  package var onPeerGone: ((Peer) -> Void)?
  /// Called with a code and a sentence when a peer breaks the protocol, doesn't read, or a request
  /// is let go unanswered.
  ///
  /// A connection is let go after a few, so that it can't flood the owner.
  package var onFault: ((String, String) -> Void)?
  /// Told of every message that the server receives or sends, in the process that it lives in; what
  /// the tap tells to others.
  package var observer: ((TapRecord) -> Void)?

  /// Asked what a peer has registered for or monitors, in a few words each, when somebody asks who is
  /// connected.
  package var registrations: ((Peer) -> [String])?
  /// Runs the handler of each request, and learns which it is: for whoever asks others on its behalf.
  package var whileHandling: ((MessageReference, () -> Void) -> Void)?

  let loop: EventLoop
  let tap: Tap
  let now: () -> Instant
  let role: (Credentials) -> Role?
  let sessionID = SessionID.random()
  var handlers: [MessageName: ([UInt8], Caller, AnswerSlot) -> Void] = [:]
  var peersByID: [PeerID: ServerPeer] = [:]
  var pending: [UInt64: PendingRequest] = [:]
  var port: RouterPort?
  var isClosed = false
  var observed: UInt64 = 0
  private var lastID: UInt64 = 0
  private var lastPeer: UInt64 = 0

  /// Makes a server that nobody can reach yet.
  ///
  /// `now` is the service's time, which goes out with each message. `role` says what a caller is; it is
  /// asked once for each connection, and a caller for whom it answers nil is refused.
  package init(
    name: String, version: String, registry: MessageRegistry, loop: EventLoop,
    now: @escaping () -> Instant, role: @escaping (Credentials) -> Role?
  ) {
    self.name = name
    self.version = version
    self.registry = registry
    self.loop = loop
    self.now = now
    self.role = role
    tap = Tap(registry, loop: loop)
    on(Ping.self) { _, _ in Acknowledged() }
    serveInspection()
  }

  deinit {
    close()
  }

  /// This life of the server.
  package var session: String { sessionID.description }

  /// Those who have said hello, in that order.
  package var peers: [Peer] {
    peersByID.values.compactMap(\.ready).sorted { $0.id.number < $1.id.number }
  }

  // MARK: Handlers

  /// Handles requests of a type; the answer may be given later.
  ///
  /// Two handlers of one type, and one for a message that isn't in the registry, are mistakes of
  /// the program and trap.
  package func on<R: BusRequest>(
    _ type: R.Type, _ handler: @escaping (R, Caller, Responder<R.Reply>) -> Void
  ) {
    precondition(registry[R.name] != nil, "\"\(R.name)\" is not in the registry")
    precondition(handlers[R.name] == nil, "\"\(R.name)\" is handled twice")
    handlers[R.name] = { body, caller, slot in
      do throws(BusError) {
        let request = try BodyCoder.decode(R.self, from: body, of: R.name)
        handler(request, caller, Responder(slot))
      } catch {
        slot.answer(.failure(error))
      }
    }
  }

  /// Handles requests of a type whose answer is known at once; a thrown error is the answer.
  package func on<R: BusRequest>(
    _ type: R.Type, _ handler: @escaping (R, Caller) throws(BusError) -> R.Reply
  ) {
    on(R.self) { (request: R, caller: Caller, responder: Responder<R.Reply>) in
      do throws(BusError) {
        responder.reply(try handler(request, caller))
      } catch {
        responder.fail(error)
      }
    }
  }

  // MARK: Being reached

  /// Serves at a path.
  ///
  /// - Throws: `unsafeFolder` unless the folder is our own and nobody else writes to it,
  ///   `alreadyRunning` where another server lives, `invalid` for a path that can't be a socket's.
  package func listen(at path: String) throws(BusError) {
    precondition(port == nil, "a server listens at one path")
    port = try RouterPort(for: self, at: path)
  }

  /// Connects a client of the same thread: what it sends is handled before its call returns.
  ///
  /// Hello goes through the same check as over a socket; when it is refused, every call of the
  /// connection throws the refusal. `serving` is called at once for what the server asks, also in the
  /// middle of a request of the client; without it requests wait for `receive` or `attach`.
  package func connectInProcess(
    as name: String, credentials: Credentials = .own, attributes: [String: String] = [:],
    serving handler: ((IncomingRequest) -> Void)? = nil
  ) -> any BusConnection {
    LocalTransport.connect(
      to: self, as: name, credentials: credentials, attributes: attributes, serving: handler)
  }

  /// Says goodbye to everybody and lets everything go: peers, pending requests, the sockets' files.
  ///
  /// A second call does nothing.
  package func close() {
    guard !isClosed else { return }
    tap.close()
    isClosed = true
    for peer in peersByID.values.sorted(by: { $0.id.number < $1.id.number }) {
      if peer.ready != nil { transmit(.notice, Goodbye.name, BodyCoder.empty, to: peer) }
      release(peer)
    }
    port?.close()
    port = nil
  }

  // MARK: Numbers

  func nextMessageID() -> UInt64 {
    lastID += 1
    return lastID
  }

  func nextPeerID() -> PeerID {
    lastPeer += 1
    return PeerID(lastPeer)
  }
}
