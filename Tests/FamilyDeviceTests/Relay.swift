import Foundation
import Glibc
import Synchronization

/// Stands between a machine and its server, and has answers go wrong on their way.
///
/// A machine that is paired with the relay's address goes by it for good, whoever stands behind.
final class Relay: Sendable {
  /// What becomes of a call.
  enum Fate: Sendable {
    /// All goes well.
    case asUsual
    /// The server carries it out, and its answer is lost.
    case answerLost
    /// It never gets to the server.
    case unreachable
    /// Somebody else answers.
    case answered(status: Int, body: String)
  }

  private struct State {
    var server: UInt16
    var fates: [(path: String, fate: Fate, times: Int)] = []
    var calls: [String] = []
    var said: [String] = []
    var isOver = false
  }

  /// Where machines reach it.
  let port: UInt16
  private let listener: Int32
  private let state: Mutex<State>

  /// Starts to relay to a server on this machine.
  init(to server: UInt16) throws {
    state = Mutex(State(server: server))
    (listener, port) = try Self.listen()
    Thread { [self] in serve() }.start()
  }

  /// The origin that machines are paired with.
  var origin: String { "http://127.0.0.1:\(port)" }

  /// The calls so far, each as its method and path.
  var calls: [String] { state.withLock { $0.calls } }

  /// All that machines have said so far, each call with its body.
  var said: [String] { state.withLock { $0.said } }

  /// Says what becomes of the next calls of a path that ends so.
  func have(_ path: String, _ fate: Fate, times: Int = .max) {
    state.withLock { $0.fates.append((path, fate, times)) }
  }

  /// From now on all goes well.
  func haveAllWell() { state.withLock { $0.fates = [] } }

  /// Ends.
  func end() { state.withLock { $0.isOver = true } }

  // MARK: The thread

  private func serve() {
    defer { close(listener) }
    var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    while !state.withLock({ $0.isOver }) {
      guard unsafe poll(&waiting, 1, 50) > 0 else { continue }
      let client = accept(listener, nil, nil)
      guard client >= 0 else { continue }
      handle(client)
      close(client)
    }
  }

  private func handle(_ client: Int32) {
    guard let (head, body) = Self.request(from: client) else { return }
    let line = (head.split(separator: "\r\n").first ?? "").split(separator: " ")
    guard line.count == 3 else { return }
    let path = String(line[1])
    let (fate, server) = state.withLock { state in
      state.calls.append("\(line[0]) \(path)")
      state.said.append(head + "\n" + String(decoding: body, as: UTF8.self))
      return (Self.takeFate(of: path, from: &state.fates), state.server)
    }
    switch fate {
    case .unreachable?: return
    case .answered(let status, let body)?:
      let answer =
        "HTTP/1.1 \(status) So\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
      Self.send(Array(answer.utf8), to: client)
    case .answerLost?: _ = Self.ask(server, head, body)
    case .asUsual?, nil: Self.send(Self.ask(server, head, body), to: client)
    }
  }

  private static func takeFate(
    of path: String, from fates: inout [(path: String, fate: Fate, times: Int)]
  ) -> Fate? {
    guard let index = fates.firstIndex(where: { path.hasSuffix($0.path) && $0.times > 0 }) else {
      return nil
    }
    fates[index].times -= 1
    return fates[index].fate
  }

  // MARK: Bytes

  private static func listen() throws -> (Int32, UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    var address = ownAddress(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = unsafe withUnsafeMutablePointer(to: &address) { place in
      unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, size) == 0 && Glibc.listen(descriptor, 16) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  private static func ownAddress(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }

  /// Reads a request: its head as text, and its body.
  private static func request(from client: Int32) -> (head: String, body: [UInt8])? {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let range = bytes.firstRange(of: end) {
        let head = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
        let length = contentLength(head)
        let body = bytes[range.upperBound...]
        if body.count >= length { return (head, Array(body.prefix(length))) }
      }
      guard let more = receive(from: client), !more.isEmpty else { return nil }
      bytes += more
    }
  }

  private static func contentLength(_ head: String) -> Int {
    for line in head.split(separator: "\r\n") {
      let parts = line.split(separator: ":")
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      return Int(parts[1].filter(\.isNumber)) ?? 0
    }
    return 0
  }

  /// Has the server answer, on a connection of its own.
  private static func ask(_ server: UInt16, _ head: String, _ body: [UInt8]) -> [UInt8] {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    defer { close(descriptor) }
    var address = ownAddress(port: server)
    let isConnected = unsafe withUnsafePointer(to: &address) { place in
      unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return [] }
    send(Array("\(head)\r\nConnection: close\r\n\r\n".utf8) + body, to: descriptor)
    var answer: [UInt8] = []
    while let more = receive(from: descriptor), !more.isEmpty { answer += more }
    return answer
  }

  private static func receive(from descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
    return count < 0 ? nil : Array(bytes[..<count])
  }

  private static func send(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
