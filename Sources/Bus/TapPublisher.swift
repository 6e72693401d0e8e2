import CZeroMQ
import EventLoop

/// Tells whoever listens of every message that a server receives or sends.
///
/// While nobody listens it does nothing. A reader that is too slow loses messages, which it sees by
/// their numbers; the server is never held up.
final class TapPublisher {
  private var socket: ZeroMQSocket?
  private var watch: Watch?
  private var hook: Hook?
  private var topics: Set<[UInt8]> = []
  private var sequence: UInt64 = 0
  private var isWatched = false
  private var needsLook = true

  /// Publishes at a path.
  init(in context: SharedContext, at path: String, loop: EventLoop) throws(SystemError) {
    let socket = try ZeroMQSocket(ZMQ_XPUB, in: context)
    socket.set(ZMQ_LINGER, 100)
    socket.set(ZMQ_BACKLOG, 64)
    try socket.bind(path)
    let descriptor = socket.descriptor
    self.socket = consume socket
    watch = try loop.watch(descriptor) { [unowned self] in takeSubscriptions() }
    hook = loop.beforeWaiting { [unowned self] in
      if needsLook { takeSubscriptions() }
      return false
    }
  }

  /// Tells of a message.
  func publish(
    _ direction: TapRecord.Direction, _ type: MessageName?, _ header: [UInt8], _ body: [UInt8],
    _ peer: ServerPeer
  ) {
    guard isWatched else { return }
    sequence += 1
    let line = TapLine(
      sequence: sequence, direction: direction, peer: peer.ready?.name,
      credentials: peer.credentials)
    send([Array((type?.text ?? "-").utf8), line.bytes, header, body])
  }

  /// Tells the readers that nothing more will come, and stops.
  func close() {
    send([TapLine.goodbye])
    watch?.cancel()
    hook?.cancel()
    socket = nil
  }

  private func send(_ parts: [[UInt8]]) {
    needsLook = true
    switch socket {
    case .some(let socket):
      for (index, part) in parts.enumerated() {
        // It never fails: for a reader that is too slow the message is dropped.
        _ = socket.send(part, more: index < parts.count - 1)
      }
    case .none: return
    }
  }

  // MARK: Readers

  private func takeSubscriptions() {
    while let subscription = receive() {
      let topic = Array(subscription.dropFirst())
      if subscription.first == 1 {
        topics.insert(topic)
        // A reader's own topic asks for the number after which it misses nothing.
        if topic.first == TapLine.mark { send([topic, Array("\(sequence)".utf8)]) }
      } else {
        topics.remove(topic)
      }
      isWatched = topics.contains { $0.first != TapLine.mark }
    }
    needsLook = false
  }

  private func receive() -> [UInt8]? {
    switch socket {
    case .some(let socket):
      guard socket.receivePart() else { return nil }
      return unsafe socket.withPart { bytes in unsafe [UInt8](bytes) }
    case .none:
      return nil
    }
  }
}
