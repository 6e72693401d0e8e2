import CivilTime
import EventLoop

/// Messages to a server in the same thread: what one side sends, the other has taken before the
/// call returns.
///
/// They are the same bytes, and go through the same checks, as over a socket.
final class LocalTransport: ClientTransport {
  let serverCredentials = Credentials.own
  private(set) var serverHasEnded = false
  private let loop: EventLoop
  private weak var server: BusServer?
  private var peer: ServerPeer?
  private var hasNews = false

  private init(_ server: BusServer) {
    self.server = server
    loop = server.loop
  }

  /// Connects a client and says hello for it.
  static func connect(
    to server: BusServer, as name: String, credentials: Credentials,
    attributes: [String: String], serving: ((IncomingRequest) -> Void)?
  ) -> any BusConnection {
    let transport = LocalTransport(server)
    let connection = ClientConnection(over: transport, to: server.name, serving: serving)
    let link = LocalLink(to: connection, over: transport)
    transport.peer = server.admit(credentials, over: link)
    do {
      try connection.open(
        as: name, version: server.version, attributes: attributes, within: .seconds(5))
      return connection
    } catch {
      return RefusedConnection(error, by: transport.serverCredentials)
    }
  }

  // MARK: The client's side

  func send(_ header: [UInt8], _ body: [UInt8]) -> SendOutcome {
    guard let server, let peer, !serverHasEnded else { return .unroutable }
    server.receive(Frames(header: header, body: body), from: peer)
    return .sent
  }

  /// Nothing lies about: what comes is taken at once.
  func receive() -> Frames? { nil }

  func receiveSoon(until deadline: Int64) -> Frames? { nil }

  func wait(until deadline: Int64) throws(BusError) {
    let left = Duration.nanoseconds(max(0, deadline - BootTime.nanoseconds))
    hasNews = false
    do {
      _ = try loop.run(until: { hasNews || serverHasEnded }, within: left)
    } catch {
      throw .system(error)
    }
    // A loop that is being stopped takes no more turns, so no answer would ever come.
    guard !loop.isStopping || hasNews || serverHasEnded else {
      throw BusError(.closed, "the process is stopping and waits for no more answers")
    }
  }

  /// The loop asks the connection before each wait already, and nothing comes without its turning.
  func watch(in loop: EventLoop, _ ready: @escaping () -> Void) throws(SystemError) {}

  func close() {
    guard let peer else { return }
    self.peer = nil
    serverHasEnded = true
    server?.release(peer)
  }

  // MARK: What the server's side tells

  func noteNews() {
    hasNews = true
  }

  func noteEnd() {
    serverHasEnded = true
    peer = nil
  }
}

/// A server's way to a client in the same thread.
final class LocalLink: PeerLink {
  private weak var connection: ClientConnection?
  private weak var transport: LocalTransport?

  /// Joins the client's two parts.
  init(to connection: ClientConnection, over transport: LocalTransport) {
    self.connection = connection
    self.transport = transport
  }

  func send(_ header: [UInt8], _ body: [UInt8]) -> SendOutcome {
    guard let connection, let transport else { return .unroutable }
    transport.noteNews()
    connection.take(Frames(header: header, body: body))
    return .sent
  }

  func release() {
    transport?.noteEnd()
  }
}
