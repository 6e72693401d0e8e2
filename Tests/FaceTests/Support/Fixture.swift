import Bus
import EventLoop
import ScreenTimeClient
import TestSupport
import Testing

/// The ways in which a client reaches a service.
enum Way: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case inProcess
  case socket

  var testDescription: String { rawValue }
}

/// A fake service, and clients of it, over either transport.
final class Fixture {
  static let group = AppGroupIdentity(identifier: "group.example", directory: "/tmp/group")

  let log = ServiceLog()
  let loop: EventLoop
  private let scratch: Scratch
  private let local: FakeService?
  private let remote: ServiceThread?

  /// Starts a service; `script` is what it asks each extension.
  init(_ way: Way, script: [ScriptedCall] = [], test: String = #function) throws {
    log.script = script
    loop = try EventLoop()
    scratch = try Scratch(test)
    switch way {
    case .inProcess:
      local = FakeService(loop: loop, log: log)
      remote = nil
    case .socket:
      local = nil
      remote = try ServiceThread(at: scratch.file("service.sock"), log: log)
    }
  }

  /// Ends the service.
  func close() {
    local?.server.close()
    remote?.stop()
    scratch.cleanUp()
  }

  /// Connects an app.
  func app() throws -> ScreenTimeSession {
    if let local {
      let connection = local.server.connectInProcess(
        as: "app", attributes: ["appGroup": Self.group.identifier])
      return ScreenTimeSession(connection: connection, group: Self.group)
    }
    return try ScreenTimeSession.connect(
      socket: scratch.file("service.sock"), as: "app", version: "1.0", group: Self.group,
      within: .seconds(30))
  }

  /// Connects an extension and serves the script; the answers are in the log afterwards.
  func serveScript<Handler: ExtensionHandler>(
    _ handler: Handler, through wrap: (any BusConnection) -> any BusConnection = { $0 }
  ) throws {
    let identity = try #require(ExtensionIdentity(of: type(of: handler)))
    let runner = try ExtensionRunner(
      handler, identity: identity, groupDirectory: Self.group.directory
    ) { name, attributes, serve throws(BusError) in
      wrap(try connect(as: name, attributes, serve))
    }
    defer { runner.close() }
    let expected = log.script.count
    log.wake(loop)
    let answered = try loop.run(until: { log.answers.count >= expected }, within: .seconds(30))
    try #require(answered, "only \(log.answers.count) of \(expected) calls were answered")
  }

  private func connect(
    as name: String, _ attributes: [String: String],
    _ serve: @escaping (IncomingRequest) -> Void
  ) throws(BusError) -> any BusConnection {
    if let local {
      return local.server.connectInProcess(as: name, attributes: attributes, serving: serve)
    }
    let connection = try Bus.connect(
      to: scratch.file("service.sock"), as: name, version: "1.0", attributes: attributes,
      within: .seconds(30))
    try connection.attach(to: loop, serve, gone: {})
    return connection
  }
}

/// Runs `body` with a fixture whose app's session is current.
func withApp(
  _ way: Way, test: String = #function, _ body: (Fixture) throws -> Void
) throws {
  let fixture = try Fixture(way, test: test)
  defer { fixture.close() }
  let session = try fixture.app()
  defer { session.close() }
  try ScreenTimeSession.withCurrent(session) { try body(fixture) }
}
