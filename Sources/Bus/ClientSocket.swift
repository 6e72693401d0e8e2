import CZeroMQ
import EventLoop
import Glibc

/// A client's socket, and an eye on the process that serves the other end.
final class ClientSocket {
  /// Who serves, as the kernel says.
  let serverCredentials: Credentials
  /// Whether the server's process has ended; what it sent before may still come.
  private(set) var serverHasEnded = false
  private var socket: ZeroMQSocket?
  private let descriptor: Int32
  private let server: FileDescriptor?
  private var watches: [Watch] = []

  /// How long a message that the process sent before its end may be on its way.
  private static let graceMilliseconds: Int32 = 20
  /// How long a goodbye may take to leave; nothing waits where everything has left.
  private static let lingerMilliseconds: Int32 = 200

  /// Connects to the socket at `path`; that somebody serves it is known when this returns.
  ///
  /// - Throws: `unreachable` when nobody does.
  init(path: String, until deadline: Int64) throws(BusError) {
    serverCredentials = try ListenerProbe.credentials(of: path, until: deadline)
    server = try ListenerProbe.watchedProcess(serverCredentials.pid, path: path)
    do {
      let socket = try ZeroMQSocket(ZMQ_DEALER, in: SharedContext())
      socket.set(ZMQ_LINGER, ClientSocket.lingerMilliseconds)
      // A service that comes back is another one, which doesn't know us; so never, in effect. Not -1:
      // with that libzmq drops what has come, a goodbye for example, as soon as the other side closes.
      socket.set(ZMQ_RECONNECT_IVL, 86_400_000)
      socket.set(ZMQ_MAXMSGSIZE, wide: Framing.transportLimit)
      try socket.connect(path)
      descriptor = socket.descriptor
      self.socket = consume socket
    } catch {
      throw .system(error)
    }
  }

  /// Lends the socket; nil once it is closed.
  func withSocket<Result>(_ body: (borrowing ZeroMQSocket) -> Result) -> Result? {
    switch socket {
    case .some(let socket): body(socket)
    case .none: nil
    }
  }

  /// Waits until the socket has to be asked again, the server has ended, or the time is over.
  func wait(until deadline: Int64) throws(BusError) {
    let left = max(0, deadline - BootTime.nanoseconds)
    let milliseconds = Int32(clamping: (left + 999_999) / 1_000_000)
    let ready = czeromq_wait(descriptor, serverHasEnded ? -1 : serverDescriptor, milliseconds)
    guard ready >= 0 else { throw .system(SystemError.last("wait for messages")) }
    if ready & 2 != 0 { noteServerEnd() }
  }

  /// Calls `ready` in each turn of the loop in which the socket has to be asked again or the server
  /// has ended.
  func watch(in loop: EventLoop, _ ready: @escaping () -> Void) throws(SystemError) {
    watches.append(try loop.watch(descriptor, ready))
    guard serverDescriptor >= 0, !serverHasEnded else { return }
    let end = try loop.watch(serverDescriptor) { [unowned self] in
      noteServerEnd()
      watches.popLast()?.cancel()
      ready()
    }
    watches.append(end)
  }

  /// Closes the socket, once what was sent has left or its time to do so is over.
  func close() {
    for watch in watches { watch.cancel() }
    watches = []
    if serverHasEnded { withSocket { $0.set(ZMQ_LINGER, 0) } }
    socket = nil
  }

  private var serverDescriptor: Int32 {
    switch server {
    case .some(let server): server.raw
    case .none: -1
    }
  }

  private func noteServerEnd() {
    serverHasEnded = true
    // What it sent last may still be in the kernel's buffer: one wait, and it is there or isn't.
    _ = czeromq_wait(descriptor, -1, ClientSocket.graceMilliseconds)
  }
}
