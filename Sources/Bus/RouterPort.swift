import CZeroMQ
import EventLoop

/// A server's socket: brings what comes to the server, with the kernel's word on who sent it.
final class RouterPort {
  private unowned let server: BusServer
  private var place: SocketPlace?
  private var socket: ZeroMQSocket?
  private var links: [RoutingID: RouterLink] = [:]
  private var watch: Watch?
  private var hook: Hook?
  private var oddities = 0
  /// Whether the socket was used since it last said that nothing is there: its descriptor may not
  /// tell of what came meanwhile.
  private var needsLook = true

  /// How many messages are taken in a turn, so that a flood leaves room for the rest.
  private static let batch = 64
  /// How long a message that a process sent before its end may be on its way.
  private static let grace = Duration.milliseconds(20)

  /// Serves at a path.
  init(for server: BusServer, at path: String) throws(BusError) {
    self.server = server
    let place = try SocketPlace.take(path)
    do {
      let context = try SharedContext()
      let socket = try ZeroMQSocket(ZMQ_ROUTER, in: context)
      socket.set(ZMQ_LINGER, 200)
      socket.set(ZMQ_ROUTER_MANDATORY, 1)
      socket.set(ZMQ_BACKLOG, 1024)
      socket.set(ZMQ_MAXMSGSIZE, wide: Framing.transportLimit)
      try socket.bind(path)
      self.socket = consume socket
    } catch {
      throw .system(error)
    }
    try place.restrict()
    self.place = consume place
    try start()
  }

  private func start() throws(BusError) {
    let descriptor = withSocket { $0.descriptor } ?? -1
    do {
      watch = try server.loop.watch(descriptor) { [unowned self] in _ = drain() }
    } catch {
      throw .system(error)
    }
    hook = server.loop.beforeWaiting { [unowned self] in needsLook && drain() }
  }

  /// Stops serving.
  ///
  /// What was sent leaves first, within the time that the socket lingers.
  func close() {
    watch?.cancel()
    hook?.cancel()
    for link in links.values { link.stopWatching() }
    links = [:]
    socket = nil
    place = nil
  }

  private func withSocket<Result>(_ body: (borrowing ZeroMQSocket) -> Result) -> Result? {
    switch socket {
    case .some(let socket): body(socket)
    case .none: nil
    }
  }

  // MARK: Receiving

  private struct Received {
    let routing: RoutingID?
    let sender: Credentials?
    let frames: Frames
  }

  private func drain() -> Bool {
    var count = 0
    while count < RouterPort.batch {
      guard let received = receive() else {
        needsLook = false
        return count > 0
      }
      count += 1
      take(received)
    }
    needsLook = true
    return true
  }

  private func receive() -> Received? {
    let received = withSocket { socket -> Received? in
      guard socket.receivePart() else { return nil }
      let routing = unsafe socket.withPart { bytes in unsafe RoutingID(bytes) }
      let sender = socket.partSender
      return Received(
        routing: routing, sender: sender, frames: socket.receiveFrames(isBehindIdentity: true))
    }
    return received ?? nil
  }

  private func take(_ received: Received) {
    guard let routing = received.routing, let sender = received.sender else {
      return reportOddity("a connection that chose its own identity or has no process")
    }
    guard let link = links[routing] ?? admit(sender, routing) else { return }
    guard link.peer?.credentials == sender, let peer = link.peer else {
      return reportOddity("a message of another process than its connection's")
    }
    server.receive(received.frames, from: peer)
  }

  private func reportOddity(_ text: String) {
    // Whoever does this is no client of ours; a handful of reports tells as much as a flood.
    guard oddities < 16 else { return }
    oddities += 1
    server.fault("stranger", "ignored \(text)")
  }

  private func admit(_ sender: Credentials, _ routing: RoutingID) -> RouterLink? {
    let link = RouterLink(routing, over: self)
    let peer = server.admit(sender, over: link)
    link.peer = peer
    links[routing] = link
    do {
      try link.watchProcess(sender.pid, in: server.loop) { [unowned self, unowned peer] in
        processEnded(of: peer)
      }
    } catch  where error.errno == ESRCH {
      processEnded(of: peer)
    } catch {
      // Without the watch its goodbye and the next failing send still tell.
      server.fault("unwatched", "\(peer.displayName): \(error)")
    }
    return link
  }

  /// Hears the last words of a process that has ended, and lets go of its connection.
  private func processEnded(of peer: ServerPeer) {
    server.loop.after(RouterPort.grace) { [weak self, weak peer] in
      guard let self, let peer else { return }
      // Bounded, as others may be sending without end.
      var rounds = 0
      while rounds < 16, drain() { rounds += 1 }
      server.release(peer)
    }
  }

  // MARK: Sending

  func send(_ header: [UInt8], _ body: [UInt8], to routing: RoutingID) -> SendOutcome {
    needsLook = true
    let outcome = withSocket { socket in
      let outcome = socket.send(routing.bytes, more: true)
      return outcome == .sent ? socket.send(header: header, body: body) : outcome
    }
    return outcome ?? .unroutable
  }

  func forget(_ routing: RoutingID) {
    links.removeValue(forKey: routing)?.stopWatching()
  }
}
