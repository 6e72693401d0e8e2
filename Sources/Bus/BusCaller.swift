package import CompactJSON

/// A client that sends messages it has no types for: by name, with bodies as JSON.
///
/// For whoever looks at a service, drives it by hand or has a conversation again.
package final class BusCaller {
  /// The service's process and account, as the kernel says.
  package var serverCredentials: Credentials { connection.serverCredentials }
  private let connection: ClientConnection

  init(_ connection: ClientConnection) {
    self.connection = connection
  }

  deinit {
    close()
  }

  /// Sends a request and waits for its answer.
  ///
  /// - Throws: what the service answered, or `timeout`, `peerGone`, `closed`, `tooLarge`; `malformed` for
  ///   an answer that is no JSON.
  package func call(
    _ type: MessageName, _ body: JSON, within limit: Duration
  ) throws(BusError) -> JSON {
    let bytes = try BodyCoder.encode(body, of: type)
    let answer = try connection.call(type, bytes, within: limit, cause: nil)
    return try BodyCoder.decode(JSON.self, from: answer, of: type)
  }

  /// Says goodbye.
  ///
  /// A second call does nothing.
  package func close() {
    connection.close()
  }
}
