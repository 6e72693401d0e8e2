import CZeroMQ
import EventLoop
import FoundationEssentials

/// Messages over a Unix socket.
final class SocketTransport: ClientTransport {
  private let socket: ClientSocket

  /// Connects to the server at `path`.
  ///
  /// - Throws: `unreachable` when nobody serves there.
  init(path: String, until deadline: Int64) throws(BusError) {
    socket = try ClientSocket(ZMQ_DEALER, path: path, until: deadline)
  }

  var serverCredentials: Credentials { socket.serverCredentials }
  var serverHasEnded: Bool { socket.serverHasEnded }

  func send(_ header: [UInt8], _ body: Data) -> SendOutcome {
    socket.withSocket { $0.send(header: header, body: body) } ?? .unroutable
  }

  func receive() -> Frames? {
    let frames = socket.withSocket { socket in
      socket.receivePart() ? socket.receiveFrames(isBehindIdentity: false) : nil
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
