import EventLoop

/// A server's way to a client over its socket, and an eye on the client's process.
final class RouterLink: PeerLink {
  /// Whose way it is; the server owns it.
  weak var peer: ServerPeer?
  private let routing: RoutingID
  private unowned let port: RouterPort
  private var process: FileDescriptor?
  private var watch: Watch?

  /// Makes the way to the connection of that name.
  init(_ routing: RoutingID, over port: RouterPort) {
    self.routing = routing
    self.port = port
  }

  /// Calls `ended` once when the process has ended.
  ///
  /// - Throws: `ESRCH` when it has ended already.
  func watchProcess(
    _ pid: Int32, in loop: EventLoop, _ ended: @escaping () -> Void
  ) throws(SystemError) {
    let process = try FileDescriptor.process(pid)
    watch = try loop.watch(process.raw) { [unowned self] in
      stopWatching()
      ended()
    }
    self.process = consume process
  }

  func stopWatching() {
    watch?.cancel()
    watch = nil
    process = nil
  }

  func send(_ header: [UInt8], _ body: [UInt8]) -> SendOutcome {
    port.send(header, body, to: routing)
  }

  func release() {
    port.forget(routing)
  }
}
