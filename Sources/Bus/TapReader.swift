import CZeroMQ
package import EventLoop

/// Reads a service's tap: every message that it receives or sends, in order.
package final class TapReader {
  /// How many messages were lost because this reader was too slow.
  package private(set) var lost: UInt64 = 0

  private let path: String
  private let socket: ClientSocket
  private let topic = Array("@\(SessionID.random())".utf8)
  /// The number of the next message when none is lost; nil until the tap has told it.
  private var expected: UInt64?
  /// A message that came before the tap had told its number.
  private var first: TapRecord?
  private var hasEnded = false
  private var isClosed = false
  private var hook: Hook?

  /// Subscribes; from when this returns no message is missed unknowingly.
  init(path: String, within limit: Duration) throws(BusError) {
    self.path = path
    let deadline = BootTime.nanoseconds(after: limit)
    let topic = self.topic
    socket = try ClientSocket(ZMQ_SUB, path: path + ".tap", until: deadline) { socket in
      socket.subscribe(to: [])
      socket.subscribe(to: topic)
    }
    while expected == nil {
      if let record = receive() {
        first = record
      } else if expected == nil {
        guard !socket.serverHasEnded, !hasEnded else { throw .peerGone(path) }
        guard BootTime.nanoseconds < deadline else {
          throw BusError(
            .timeout, "the tap of \(path) did not answer within \(limit.inWords)",
            detail: ["operation": "tap", "peer": path, "limit": limit.inWords])
        }
        try socket.wait(until: deadline)
      }
    }
  }

  deinit {
    close()
  }

  /// Waits for the next message; nil when none came before the deadline.
  ///
  /// - Throws: `peerGone` when the service has ended, `closed`.
  package func next(within limit: Duration) throws(BusError) -> TapRecord? {
    let deadline = BootTime.nanoseconds(after: limit)
    while true {
      guard !isClosed else { throw .closed(path) }
      let serverHasEnded = socket.serverHasEnded
      if let record = receive() { return record }
      guard !serverHasEnded, !hasEnded else { throw .peerGone(path) }
      guard BootTime.nanoseconds < deadline else { return nil }
      try socket.wait(until: deadline)
    }
  }

  /// Has the loop hand each message to `handler`, and call `gone` once when the service has ended.
  ///
  /// - Throws: `internalFailure` when the loop can't watch the socket.
  package func attach(
    to loop: EventLoop, _ handler: @escaping (TapRecord) -> Void, gone: @escaping () -> Void
  ) throws(BusError) {
    precondition(hook == nil, "a tap's reader is attached to one loop, once")
    do {
      // The hook, which runs before the loop waits again, does the reading.
      try socket.watch(in: loop) {}
    } catch {
      throw .system(error)
    }
    hook = loop.beforeWaiting { [weak self] in self?.deliver(handler, gone) ?? false }
  }

  /// Stops reading.
  ///
  /// A second call does nothing.
  package func close() {
    isClosed = true
    hook?.cancel()
    socket.close()
  }

  private func deliver(_ handler: (TapRecord) -> Void, _ gone: () -> Void) -> Bool {
    let serverHasEnded = socket.serverHasEnded
    var count = 0
    while count < 64, !isClosed, let record = receive() {
      count += 1
      handler(record)
    }
    guard count == 0, serverHasEnded || hasEnded, !isClosed else { return count > 0 }
    close()
    gone()
    return true
  }

  // MARK: Messages

  private func receive() -> TapRecord? {
    if let record = first.take() { return record }
    while let parts = receiveParts() {
      if parts.first?.first == TapLine.mark {
        takeWord(parts)
      } else if let record = TapRecord(parts) {
        count(record.sequence)
        return record
      }
    }
    return nil
  }

  private func receiveParts() -> [[UInt8]]? {
    let parts = socket.withSocket { socket -> [[UInt8]]? in
      guard socket.receivePart() else { return nil }
      var parts: [[UInt8]] = []
      repeat {
        if parts.count < 4 { parts.append(unsafe socket.withPart { unsafe [UInt8]($0) }) }
      } while socket.partHasMore && socket.receivePart()
      return parts
    }
    return parts ?? nil
  }

  /// Takes a word of the tap itself: where its numbers are, or that it ends.
  private func takeWord(_ parts: [[UInt8]]) {
    if parts.first == TapLine.goodbye { hasEnded = true }
    guard parts.count == 2, parts[0] == topic, expected == nil else { return }
    guard let sequence = Header.number(parts[1][...], from: 0) else { return }
    expected = sequence + 1
  }

  private func count(_ sequence: UInt64) {
    if let expected, sequence > expected { lost += sequence - expected }
    expected = sequence + 1
  }
}
