import HTTPServer

extension HTTPResponse {
  /// The answer to `OPTIONS`: what a place takes.
  static func options(_ methods: some Sequence<String>) -> HTTPResponse {
    var response = HTTPResponse.noContent
    response.allow(methods)
    return response
  }

  /// Says which methods a place takes: its own, `OPTIONS` as everywhere, and `HEAD` where there is `GET`.
  mutating func allow(_ methods: some Sequence<String>) {
    var methods = Set(methods).union(["OPTIONS"])
    if methods.contains("GET") { methods.insert("HEAD") }
    headers["Allow"] = methods.sorted().joined(separator: ", ")
  }
}
