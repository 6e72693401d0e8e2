package import EventLoop

/// Reads a service's tap: every message that it receives or sends, in order, as far as the reader may
/// see it.
package final class TapReader {
  /// How many messages were lost because this reader was too slow.
  package private(set) var lost: UInt64 = 0
  /// What this reader is told of.
  package let sight: TapOpen.Sight
  /// The service's process and account, as the kernel says.
  package var serverCredentials: Credentials { connection.serverCredentials }
  /// This life of the service.
  package var serverSession: String { connection.serverSession }

  private let connection: ClientConnection
  private var expected: UInt64 = 1
  private var records: [TapRecord] = []
  private var isClosed = false

  /// Reads over a connection that has said hello; from when this returns no message is missed unknowingly.
  init(_ connection: ClientConnection, past: Int, within limit: Duration) throws(BusError) {
    self.connection = connection
    sight = try connection.request(TapOpen(past: past), within: limit, cause: nil).sees
  }

  deinit {
    close()
  }

  /// Waits for the next message; nil when none came before the deadline.
  ///
  /// - Throws: `peerGone` when the service has ended, `closed`.
  package func next(within limit: Duration) throws(BusError) -> TapRecord? {
    let deadline = BootTime.nanoseconds(after: limit)
    while records.isEmpty {
      let left = max(0, deadline - BootTime.nanoseconds)
      guard let request = try connection.receive(within: .nanoseconds(left)) else { return nil }
      take(request)
    }
    return takeRecord()
  }

  /// Has the loop hand each message to `handler`, and call `gone` once when the service has ended.
  ///
  /// - Throws: `internalFailure` when the loop can't watch the connection.
  package func attach(
    to loop: EventLoop, _ handler: @escaping (TapRecord) -> Void, gone: @escaping () -> Void
  ) throws(BusError) {
    try connection.attach(
      to: loop,
      { [weak self] request in
        self?.take(request)
        while let record = self?.takeRecord() { handler(record) }
      }, gone: gone)
    // What came while somebody waited is handed over in the next turn.
    loop.enqueue { [weak self] in
      while let record = self?.takeRecord() { handler(record) }
    }
  }

  /// Stops reading.
  ///
  /// A second call does nothing.
  package func close() {
    isClosed = true
    records = []
    connection.close()
  }

  private func take(_ request: IncomingRequest) {
    guard request.type == TapRecords.name else {
      return request.fail(BusError(.unknownMessage, "a reader of the tap takes no \(request.type)"))
    }
    do {
      records += try request.decode(TapRecords.self).records
      request.reply(Acknowledged())
    } catch {
      request.fail(error)
    }
  }

  private func takeRecord() -> TapRecord? {
    guard !isClosed, !records.isEmpty else { return nil }
    let record = records.removeFirst()
    if record.sequence > expected { lost += record.sequence - expected }
    expected = record.sequence + 1
    return record
  }
}
