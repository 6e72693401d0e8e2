import CZeroMQ
import Glibc

/// A peer that speaks raw libzmq, so that it can say what no client of ours would.
///
/// It is never taken apart: it ends with its process, mostly by SIGKILL.
@safe struct RawPeer {
  /// The session that it claims.
  static let session = "00000000000000aa"

  private let socket: UnsafeMutableRawPointer?

  private init(_ socket: UnsafeMutableRawPointer?) {
    unsafe self.socket = socket
  }

  /// Connects to the socket at `path`.
  init(to path: String) {
    unsafe socket = zmq_socket(zmq_ctx_new(), ZMQ_DEALER)
    guard unsafe zmq_connect(socket, "ipc://" + path) == 0 else { fail("cannot connect") }
  }

  /// Serves the socket at `path`: answers the first message as a hello, and nothing after it.
  static func serveHelloOnly(at path: String) {
    let socket = unsafe zmq_socket(zmq_ctx_new(), ZMQ_ROUTER)
    guard unsafe zmq_bind(socket, "ipc://" + path) == 0 else { fail("cannot serve") }
    say("serving")
    let peer = unsafe RawPeer(socket)
    let hello = peer.receiveBytes()
    let asked = String(decoding: hello[1], as: UTF8.self).split(separator: " ")
    peer.send([
      hello[0],
      Array("OAL/1 reply 1 \(session) hello \(asked[3])/\(asked[2]) -".utf8),
      Array(
        "{\"name\":\"mute\",\"pid\":1,\"protocol\":1,\"session\":\"\(session)\",\"version\":\"0\"}"
          .utf8),
    ])
    _ = peer.receiveBytes()
    say("asked")
    pause()
  }

  /// Sends a message of any number of frames; false when it would have to wait and may not.
  @discardableResult
  func send(_ frames: [[UInt8]], waiting: Bool = true) -> Bool {
    for (index, frame) in frames.enumerated() {
      let more = index < frames.count - 1 ? ZMQ_SNDMORE : 0
      let flags = more | (waiting ? 0 : ZMQ_DONTWAIT)
      guard unsafe zmq_send(socket, frame, frame.count, flags) >= 0 else { return false }
    }
    return true
  }

  /// Sends a message of two frames.
  @discardableResult
  func send(_ header: String, _ body: String, waiting: Bool = true) -> Bool {
    send([Array(header.utf8), Array(body.utf8)], waiting: waiting)
  }

  /// Says hello with the protocol versions `oldest` to `newest`, in a header of version `line`.
  func hello(
    name: String = "bus-peer", id: Int = 1, oldest: Int = 1, newest: Int = 1, line: Int = 1,
    attributes: String = "{}"
  ) {
    send(
      "OAL/\(line) request \(id) \(RawPeer.session) hello - -",
      "{\"attributes\":\(attributes),\"name\":\"\(name)\",\"newest\":\(newest),"
        + "\"oldest\":\(oldest),\"version\":\"0\"}")
  }

  /// Says goodbye and stays where it is.
  func leave() {
    send("OAL/1 notice 2 \(RawPeer.session) goodbye - -", "{}")
  }

  /// Receives a message and hands back its frames as text.
  func receive() -> [String] {
    receiveBytes().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Receives a message and hands back its frames.
  private func receiveBytes() -> [[UInt8]] {
    var frames: [[UInt8]] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let size = unsafe zmq_recv(socket, &bytes, bytes.count, 0)
      guard size >= 0 else { fail("cannot receive") }
      frames.append(Array(bytes.prefix(Int(size))))
      var more: Int32 = 0
      var length = MemoryLayout<Int32>.size
      _ = unsafe zmq_getsockopt(socket, ZMQ_RCVMORE, &more, &length)
      if more == 0 { return frames }
    }
  }
}

/// Says a line at once.
func say(_ line: String) {
  print(line)
  _ = fflush(nil)
}

/// Ends with a line on standard error.
func fail(_ line: String) -> Never {
  let text = Array((line + "\n").utf8)
  _ = unsafe write(2, text, text.count)
  exit(1)
}
