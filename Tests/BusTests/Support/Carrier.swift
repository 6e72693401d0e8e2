import Bus
import EventLoop
import Foundation
import Synchronization
import TestSupport
import Testing

/// What carries the messages of a conversation; the same test runs over both.
enum Carrier: String, CaseIterable, CustomTestStringConvertible {
  case inProcess = "in process"
  case socket = "over a socket"

  var testDescription: String { rawValue }

  /// Runs a service and, with it, `body`; both are over when this returns.
  func withService(
    role: @escaping @Sendable (Credentials) -> Role? = { _ in .serviceUser },
    _ test: String = #function, _ body: (Clients) throws -> Void
  ) throws {
    switch self {
    case .inProcess:
      let service = TestService(try EventLoop(), role: role)
      defer { service.server.close() }
      try body(Clients(.inProcess(service.server)))
    case .socket:
      let scratch = try Scratch(test)
      defer { scratch.cleanUp() }
      let path = scratch.file("bus.sock")
      try ServiceThread.run(at: path, role: role) { try body(Clients(.socket(path))) }
    }
  }
}

/// Connects clients to a test's service.
struct Clients {
  enum Place {
    case inProcess(BusServer)
    case socket(String)
  }

  private let place: Place

  init(_ place: Place) {
    self.place = place
  }

  /// A client that has said hello.
  func connect(
    _ name: String = "client", attributes: [String: String] = [:]
  ) throws(BusError) -> any BusConnection {
    switch place {
    case .inProcess(let server):
      return server.connectInProcess(as: name, attributes: attributes)
    case .socket(let path):
      return try Bus.connect(
        to: path, as: name, version: "7", attributes: attributes, within: .seconds(30))
    }
  }
}

/// A service that could not be started for a test.
struct ServiceThreadError: Error, CustomStringConvertible {
  let description: String
}

/// A service that runs on a thread of its own, so that a test's thread may wait for it.
final class ServiceThread: Sendable {
  private let handle = Mutex<LoopHandle?>(nil)
  private let failure = Mutex<String?>(nil)
  private let isReady = DispatchSemaphore(value: 0)
  private let isOver = DispatchSemaphore(value: 0)

  /// Runs the service at `path` for as long as `body` takes.
  static func run(
    at path: String,
    role: @escaping @Sendable (Credentials) -> Role? = { _ in .serviceUser },
    _ body: () throws -> Void
  ) throws {
    let thread = ServiceThread()
    Thread { thread.main(path, role) }.start()
    thread.isReady.wait()
    defer { thread.stop() }
    if let failure = thread.failure.withLock({ $0 }) {
      throw ServiceThreadError(description: failure)
    }
    try body()
  }

  private func main(_ path: String, _ role: @escaping (Credentials) -> Role?) {
    do {
      let loop = try EventLoop()
      let service = TestService(loop, role: role)
      defer { service.server.close() }
      try service.server.listen(at: path)
      handle.withLock { $0 = loop.handle }
      isReady.signal()
      try loop.run()
    } catch {
      failure.withLock { $0 = "\(error)" }
      isReady.signal()
    }
    isOver.signal()
  }

  private func stop() {
    handle.withLock { $0?.stop() }
    isOver.wait()
  }
}
