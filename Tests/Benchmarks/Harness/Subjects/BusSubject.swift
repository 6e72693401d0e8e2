import Bus
import CivilTime
import EventLoop
import Glibc

/// Our bus, both ends: a service that answers, and a client that measures.
enum BusSubject {
  /// Serves `Echo` until the harness closes our input.
  ///
  /// - Throws: what the bus or the loop fails with.
  static func serve(at socket: String) throws {
    let loop = try EventLoop()
    let server = BusServer(
      name: "benchmark", version: "1", registry: MessageRegistry([Echo.self]), loop: loop,
      now: { Instant(milliseconds: 0) }, role: { _ in .root })
    server.on(Echo.self) { (request, _) throws(BusError) -> Echo in request }
    try server.listen(at: socket)
    try loop.watch(STDIN_FILENO) { loop.stop() }
    Driver.sayReady()
    try loop.run()
  }

  /// Measures round trips to that service.
  ///
  /// - Throws: what the bus fails with.
  static func measure(at socket: String) throws {
    let connection = try Bus.connect(to: socket, as: "benchmark-client", version: "1")
    defer { connection.close() }
    let request = Echo.example
    try Driver.drive {
      let start = monotonicNanoseconds()
      _ = try connection.request(request, within: .seconds(5))
      return [monotonicNanoseconds() - start]
    }
  }
}
