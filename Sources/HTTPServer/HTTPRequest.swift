import CMicroHTTPD

/// A request that has come whole.
///
/// What isn't asked for isn't read: a value is good while the request is being handled.
@safe package struct HTTPRequest {
  /// The method, `GET`.
  package let method: String
  /// The path without the query, `/v1/device/snapshot`, as it was sent: with its escapes.
  package let path: String
  /// The address that it came from; a proxy's, where one stands between.
  package let peer: String
  /// The body; empty where it is too large.
  package let body: [UInt8]
  /// Whether the body was larger than the server takes.
  package let isTooLarge: Bool

  private let headers: [String: String]

  /// Makes a request, for whoever has no socket.
  package init(
    _ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8] = [],
    isTooLarge: Bool = false, peer: String = "127.0.0.1"
  ) {
    self.method = method
    self.path = path
    self.peer = peer
    self.body = body
    self.isTooLarge = isTooLarge
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The headers that are looked at anywhere; others aren't copied.
  private static let known = [
    "accept", "authorization", "content-type", "cookie", "if-none-match", "origin",
  ]

  init(_ exchange: OpaquePointer) {
    var size = 0
    var isTooLarge: Int32 = 0
    let bytes = unsafe http_body(exchange, &size, &isTooLarge)
    var headers: [String: String] = [:]
    for name in Self.known {
      headers[name] = unsafe http_header(exchange, name).map { unsafe String(cString: $0) }
    }
    self.init(
      unsafe String(cString: http_method(exchange)), unsafe String(cString: http_path(exchange)),
      headers: headers,
      body: unsafe Array(UnsafeBufferPointer(start: size > 0 ? bytes : nil, count: size)),
      isTooLarge: isTooLarge != 0, peer: unsafe String(cString: http_peer(exchange)))
  }

  /// The value of a header, whatever the case of its name; `nil` where there is none.
  package func header(_ name: String) -> String? { headers[name.lowercased()] }

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
