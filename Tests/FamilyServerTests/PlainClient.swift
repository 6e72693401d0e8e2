import CompactJSON
import Foundation
import Glibc
import TestSupport

/// A client on a connection of its own that decides about every byte, as nobody's ordinary client does.
final class PlainClient {
  /// An answer as it came.
  struct Answer: Equatable {
    let status: Int
    /// By their names in lower case.
    let headers: [String: String]
    let text: String

    /// The body as JSON; null where it isn't any.
    var body: JSON { (try? JSON(parsing: text)) ?? .null }

    /// The status, with the code of a refusal: `409 revision_conflict`.
    var outcome: String {
      let code = body[at: "error"][at: "code"].asText
      return code.isEmpty ? "\(status)" : "\(status) \(code)"
    }
  }

  /// A request that can be sent more than once.
  struct Request {
    let method: String
    let path: String
    let body: String?
    let headers: [String: String]

    init(
      _ method: String, _ path: String, _ body: String? = nil, token: String? = nil,
      headers: [String: String] = [:]
    ) {
      (self.method, self.path, self.body) = (method, path, body)
      self.headers =
        headers.merging(token.map { ["Authorization": "Bearer \($0)"] } ?? [:]) { $1 }
        .merging(body == nil ? [:] : ["Content-Type": "application/json"]) { $1 }
    }

    /// What goes over the wire.
    var text: String {
      var lines = ["\(method) \(path) HTTP/1.1", "Host: family.test"]
      lines += headers.map { "\($0.key): \($0.value)" }
      if let body { lines.append("Content-Length: \(body.utf8.count)") }
      if body == nil, method != "GET" { lines.append("Content-Length: 0") }
      return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
    }
  }

  private var descriptor: Int32
  private var received: [UInt8] = []

  /// Connects to a server of this machine, `http://127.0.0.1:1234`.
  ///
  /// - Parameter isStranger: Comes from an address of its own, so that nobody is taken for who failed before.
  init(_ address: String, isStranger: Bool = false) throws {
    guard let port = address.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw ServerFixtureError("\(address) has no port")
    }
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var isConnected = true
    if isStranger {
      let home = 0x7F00_0000 | UInt32.random(in: 256...0xFF_FFFE)
      isConnected = unsafe Self.call(home, 0) { unsafe bind(descriptor, $0, $1) } == 0
    }
    isConnected =
      unsafe isConnected
      && Self.call(0x7F00_0001, port) { unsafe connect(descriptor, $0, $1) } == 0
    guard isConnected else {
      let reason = errno
      hangUp()
      throw ServerFixtureError("could not connect to \(address): error \(reason)")
    }
  }

  deinit { hangUp() }

  private static func call(
    _ host: UInt32, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = host.bigEndian
    return unsafe withUnsafePointer(to: &place) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// Ends the connection; whatever is still to come is lost.
  func hangUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Sends bytes; says whether the connection took them all.
  @discardableResult
  func write(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let rest = Array(bytes[sent...])
      let count = unsafe send(descriptor, rest, rest.count, Int32(MSG_NOSIGNAL))
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Reads one answer; `nil` where the connection ended before it was whole.
  ///
  /// - Throws: when nothing comes for half a minute.
  func answer() throws -> Answer? {
    while true {
      if let answer = takeAnswer() { return answer }
      var bytes = [UInt8](repeating: 0, count: 16_384)
      let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
      if count > 0 {
        received += bytes[..<count]
      } else if count < 0, errno == EAGAIN {
        throw ServerFixtureError("no answer within half a minute")
      } else {
        return nil
      }
    }
  }

  /// An answer that has come whole by now; waits for nothing.
  func answerByNow() -> Answer? {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return takeAnswer() }
      received += bytes[..<count]
    }
  }

  /// Whether the other side has ended the connection, or has sent nothing yet (`nil`).
  var hasEnded: Bool? {
    var byte: UInt8 = 0
    let count = unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    if count < 0, errno == EAGAIN { return nil }
    return count <= 0
  }

  private func takeAnswer() -> Answer? {
    guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let length = status == 204 || status == 304 ? 0 : Int(headers["content-length"] ?? "") ?? 0
    guard received.count >= end.upperBound + length else { return nil }
    let body = received[end.upperBound..<(end.upperBound + length)]
    received.removeFirst(end.upperBound + length)
    return Answer(status: status, headers: headers, text: String(decoding: body, as: UTF8.self))
  }
}

extension ServerFixture {
  /// Sends a request on a connection of its own; `nil` where the server ended before it answered.
  func ask(
    _ request: PlainClient.Request, isStranger: Bool = false
  ) throws -> PlainClient.Answer? {
    let client = try PlainClient(address, isStranger: isStranger)
    client.write(request.text)
    return try client.answer()
  }

  /// Sends a request that has to be answered.
  func ask(
    _ method: String, _ path: String, _ body: String? = nil, token: String? = nil,
    headers: [String: String] = [:]
  ) throws -> PlainClient.Answer {
    let request = PlainClient.Request(method, path, body, token: token, headers: headers)
    guard let answer = try ask(request) else {
      throw ServerFixtureError("\(method) \(path): the connection ended without an answer")
    }
    return answer
  }
}
