import EventLoop

/// Messages over a Unix socket.
final class SocketTransport: ClientTransport {
  private let socket: ClientSocket

  /// How long an answer that is about to come may take, in milliseconds.
  private static let moment: Int32 = 50

  /// Connects to the server at `path`.
  ///
  /// - Throws: `unreachable` when nobody serves there.
  init(path: String, until deadline: Int64) throws(BusError) {
    socket = try ClientSocket(path: path, until: deadline)
  }

  var serverCredentials: Credentials { socket.serverCredentials }
  var serverHasEnded: Bool { socket.serverHasEnded }

  func send(_ header: [UInt8], _ body: [UInt8]) -> SendOutcome {
    socket.withSocket { $0.send(header: header, body: body) } ?? .unroutable
  }

  func receive() -> Frames? {
    let frames = socket.withSocket { socket in
      socket.receivePart() ? socket.receiveFrames(isBehindIdentity: false) : nil
    }
    return frames ?? nil
  }

  func receiveSoon(until deadline: Int64) -> Frames? {
    let milliseconds = Int32(clamping: (deadline - BootTime.nanoseconds) / 1_000_000)
    guard milliseconds > 0 else { return nil }
    let frames = socket.withSocket { socket in
      socket.receivePart(within: min(milliseconds, SocketTransport.moment))
        ? socket.receiveFrames(isBehindIdentity: false) : nil
    }
    return frames ?? nil
  }

  func wait(until deadline: Int64) throws(BusError) {
    try socket.wait(until: deadline)
  }

  func watch(in loop: EventLoop, _ ready: @escaping () -> Void) throws(SystemError) {
    try socket.watch(in: loop, ready)
  }

  func close() {
    socket.close()
  }
}
