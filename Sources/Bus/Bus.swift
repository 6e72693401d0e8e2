import EventLoop

/// How a client reaches a service in another process.
package enum Bus {
  /// Connects to the service at `path` and says hello.
  ///
  /// `name` is what the service and the tap call the client: letters, digits, `.`, `_` and `-`.
  ///
  /// - Throws: `unreachable` at once where nobody serves, `notPermitted` and `protocolMismatch` as the
  ///   service answers, `timeout` when it doesn't.
  package static func connect(
    to path: String, as name: String, version: String, attributes: [String: String] = [:],
    within limit: Duration = .seconds(5)
  ) throws(BusError) -> any BusConnection {
    let deadline = BootTime.nanoseconds(after: limit)
    let transport = try SocketTransport(path: path, until: deadline)
    let connection = ClientConnection(over: transport, to: Bus.serviceName(path))
    try connection.open(as: name, version: version, attributes: attributes, within: limit)
    return connection
  }

  /// Listens to the tap of the service at `path`: its own socket's path, not the tap's.
  ///
  /// - Throws: `unreachable` at once where nobody serves, `timeout` when the tap doesn't answer.
  package static func subscribeTap(
    at path: String, within limit: Duration = .seconds(5)
  ) throws(BusError) -> TapReader {
    try TapReader(path: path, within: limit)
  }

  /// What errors call a service before it has said its name.
  private static func serviceName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
