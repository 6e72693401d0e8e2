package import Bus

/// Serves an extension inside the process that hosts it: the simulator's way, and the tests'.
///
/// The same requests are served by the same code as in the extension's own program; only the
/// connection differs.
package final class ExtensionRunner<Handler: ExtensionHandler> {
  /// How a connection is made: a name, the hello's attributes, and who serves what arrives.
  package typealias Connector = (
    _ name: String, _ attributes: [String: String], _ handler: @escaping (IncomingRequest) -> Void
  ) throws(BusError) -> any BusConnection

  /// The extension's conversation with the service.
  package let session: ScreenTimeSession

  private let server: CallbackServer<Handler>

  /// Connects an extension and serves it until ``close()``.
  ///
  /// - Throws: what the connector throws.
  package init(
    _ handler: Handler, identity: ExtensionIdentity, groupDirectory: String,
    connect: Connector
  ) throws(BusError) {
    let relay = Relay<Handler>()
    let connection = try connect(identity.identifier, identity.attributes) { request in
      relay.take(request)
    }
    session = ScreenTimeSession(
      connection: connection,
      group: AppGroupIdentity(identifier: identity.appGroup, directory: groupDirectory))
    server = CallbackServer(handler, session: session)
    relay.serve(with: server)
  }

  /// Leaves the service.
  package func close() {
    session.close()
  }
}

/// Keeps what arrives before there is a server: a service may send as soon as hello is done.
private final class Relay<Handler: ExtensionHandler> {
  private weak var server: CallbackServer<Handler>?
  private var early: [IncomingRequest] = []

  func take(_ request: IncomingRequest) {
    if let server { server.serve(request) } else { early.append(request) }
  }

  func serve(with server: CallbackServer<Handler>) {
    self.server = server
    let kept = early
    early = []
    for request in kept { server.serve(request) }
  }
}
