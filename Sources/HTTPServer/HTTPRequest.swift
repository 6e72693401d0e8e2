import CMicroHTTPD
import Glibc

/// A request that has come whole.
///
/// What isn't asked for isn't read: a value is good while the request is being handled.
@safe package struct HTTPRequest {
  /// The method, `GET`.
  package let method: String
  /// The path without the query, `/v1/device/snapshot`, as it was sent: with its escapes.
  package let path: String
  /// The address that it came from; that behind a proxy which the server trusts, where it says one.
  package let peer: String
  /// The body; empty where it is too large.
  package let body: [UInt8]
  /// Whether the body was larger than the server takes.
  package let isTooLarge: Bool
  /// Whether its headers say in more than one way where the body ends.
  ///
  /// It has to be refused: whoever passed it on may have meant another end. Its connection ends with the
  /// answer.
  package let isAmbiguous: Bool

  /// What there is of the headers, by names in small letters.
  private let headers: [(name: String, value: String)]

  /// Makes a request, for whoever has no socket.
  package init(
    _ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8] = [],
    isTooLarge: Bool = false, isAmbiguous: Bool = false, peer: String = "127.0.0.1"
  ) {
    self.method = method
    self.path = path
    self.peer = peer
    self.body = body
    self.isTooLarge = isTooLarge
    self.isAmbiguous = isAmbiguous
    self.headers = headers.map { ($0.key.lowercased(), $0.value) }
  }

  /// The headers that are looked at anywhere; others aren't copied.
  private static let known = [
    "accept", "authorization", "content-type", "cookie", "if-none-match", "origin",
  ]
  /// The same for C, for as long as the process lives.
  nonisolated(unsafe) private static let knownToC: [UnsafePointer<CChar>?] = unsafe known.map {
    unsafe UnsafePointer(strdup($0))
  }

  init(_ exchange: OpaquePointer, through proxies: Set<String>) {
    var size = 0
    var isTooLarge: Int32 = 0
    let bytes = unsafe http_body(exchange, &size, &isTooLarge)
    method = unsafe String(cString: http_method(exchange))
    path = unsafe String(cString: http_path(exchange))
    peer = unsafe Self.peer(of: exchange, through: proxies)
    body = unsafe size > 0 ? Array(UnsafeBufferPointer(start: bytes, count: size)) : []
    self.isTooLarge = isTooLarge != 0
    isAmbiguous = unsafe http_is_ambiguous(exchange) != 0
    headers = unsafe Self.headers(of: exchange)
  }

  private static func peer(of exchange: OpaquePointer, through proxies: Set<String>) -> String {
    let peer = unsafe String(cString: http_peer(exchange))
    guard proxies.contains(peer), let text = unsafe http_last_header(exchange, "X-Forwarded-For")
    else { return peer }
    return ForwardedFor.origin(in: unsafe String(cString: text), through: proxies) ?? peer
  }

  private static func headers(of exchange: OpaquePointer) -> [(name: String, value: String)] {
    unsafe withUnsafeTemporaryAllocation(
      of: UnsafePointer<CChar>?.self, capacity: known.count
    ) { values in
      unsafe http_headers(exchange, knownToC, values.baseAddress, known.count)
      var headers: [(name: String, value: String)] = []
      headers.reserveCapacity(2)
      for index in known.indices {
        guard let value = unsafe values[index] else { continue }
        headers.append((known[index], unsafe String(cString: value)))
      }
      return headers
    }
  }

  /// The value of a header, whatever the case of its name; `nil` where there is none.
  package func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name == name }?.value
  }

  /// The value of a cookie; `nil` where there is none.
  package func cookie(_ name: String) -> String? {
    for pair in (header("Cookie") ?? "").split(separator: ";") {
      let parts = pair.drop { $0 == " " }.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, parts[0] == name { return String(parts[1]) }
    }
    return nil
  }
}
