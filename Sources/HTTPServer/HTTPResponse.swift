/// An answer.
package struct HTTPResponse: Hashable, Sendable {
  /// The status, 200.
  package var status: Int
  /// The headers, each name once.
  package var headers: [String: String]
  /// The body.
  package var body: [UInt8]

  /// Makes an answer.
  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
