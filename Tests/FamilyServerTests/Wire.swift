import CompactJSON
import Foundation
import Glibc
import TestSupport

/// A server, and requests to it that are written out byte by byte.
final class Wire {
  let server: ServerFixture
  let parent: String
  let device: String

  init(in scratch: Scratch) throws {
    server = try ServerFixture(in: scratch)
    parent = try server.token()
    device = try server.pair()
  }

  /// What came back, to the end of the connection.
  struct Answer {
    /// The status line and the headers.
    let head: String
    let body: [UInt8]

    /// The status, with the code of a refusal: `409 revision_conflict`.
    var outcome: String {
      let status = head.split(separator: " ").dropFirst().first ?? ""
      let code = ((try? JSON(parsing: body)) ?? .null)[at: "error"][at: "code"].asText
      return code.isEmpty ? "\(status)" : "\(status) \(code)"
    }

    /// The value of a header; empty where it isn't there.
    func header(_ name: String) -> String {
      let line =
        head.split(separator: "\r\n")
        .first { $0.lowercased().hasPrefix(name.lowercased() + ": ") } ?? ""
      return String(line.dropFirst(name.count + 2))
    }
  }

  /// Sends a request on a connection of its own.
  func send(
    _ method: String, _ path: String, _ headers: [String] = [], body: [UInt8]? = nil
  ) throws -> Answer {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: family.test", "Connection: close"] + headers
    if let body { lines.append("Content-Length: \(body.count)") }
    return try exchange(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? []))
  }

  /// Sends bytes and reads what comes back; what is only under way (100) is in the head too.
  func exchange(_ bytes: [UInt8]) throws -> Answer {
    let descriptor = try connected()
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // A server that has heard enough answers and closes.
      guard sent > 0 else { break }
      rest = rest.dropFirst(sent)
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    var start = answer.startIndex
    let end = Array("\r\n\r\n".utf8)
    if answer.starts(with: Array("HTTP/1.1 100 ".utf8)) {
      start = answer.firstRange(of: end)?.upperBound ?? answer.endIndex
    }
    let head = answer[start...].firstRange(of: end) ?? (answer.endIndex..<answer.endIndex)
    return Answer(
      head: String(decoding: answer[start..<head.lowerBound], as: UTF8.self)
        + (start > 0 ? "\r\nContinued: yes" : ""), body: Array(answer[head.upperBound...]))
  }

  private func connected() throws -> Int32 {
    guard let port = server.address.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw ServerFixtureError("\(server.address) has no port")
    }
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: &place) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      throw ServerFixtureError("could not connect: error \(errno)")
    }
    return descriptor
  }
}
