import EventLoop

/// How a client reaches a service in another process.
package enum Bus {
  /// The version of the protocol that this code speaks.
  package static let protocolVersion = Header.version

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
    try open(path, as: name, version: version, attributes: attributes, within: limit)
  }

  /// Connects somebody who sends messages by name.
  ///
  /// - Throws: as `connect(to:as:version:attributes:within:)`.
  package static func caller(
    to path: String, as name: String, version: String, attributes: [String: String] = [:],
    within limit: Duration = .seconds(5)
  ) throws(BusError) -> BusCaller {
    BusCaller(try open(path, as: name, version: version, attributes: attributes, within: limit))
  }

  /// Listens to the tap of the service at `path`.
  ///
  /// `past` is how many of the last messages are told first; the service keeps some 256.
  ///
  /// - Throws: as `connect(to:as:version:attributes:within:)`, and `notPermitted` for who may not look.
  package static func subscribeTap(
    at path: String, as name: String = "tap-reader", version: String = "1", past: Int = 0,
    within limit: Duration = .seconds(5)
  ) throws(BusError) -> TapReader {
    let connection = try open(path, as: name, version: version, attributes: [:], within: limit)
    return try TapReader(connection, past: past, within: limit)
  }

  private static func open(
    _ path: String, as name: String, version: String, attributes: [String: String],
    within limit: Duration
  ) throws(BusError) -> ClientConnection {
    let deadline = BootTime.nanoseconds(after: limit)
    let transport = try SocketTransport(path: path, until: deadline)
    let connection = ClientConnection(over: transport, to: Bus.serviceName(path))
    try connection.open(as: name, version: version, attributes: attributes, within: limit)
    return connection
  }

  /// What errors call a service before it has said its name.
  private static func serviceName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
