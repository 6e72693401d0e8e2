import CMicroHTTPD
import Glibc

/// Where the answer to one request goes.
@safe package final class HTTPReply {
  private var exchange: OpaquePointer?
  private weak var server: HTTPServer?
  private var isHeld = false

  init(_ exchange: OpaquePointer, from server: HTTPServer) {
    unsafe self.exchange = exchange
    self.server = server
  }

  func hold() {
    guard let exchange = unsafe exchange else { return }
    isHeld = true
    unsafe http_hold(exchange)
  }

  /// Answers; the first answer counts, and none does once the server has stopped.
  package func answer(_ response: HTTPResponse) {
    guard let exchange = unsafe exchange, let server, server.isServing else { return }
    unsafe self.exchange = nil
    let names = unsafe response.headers.keys.sorted().map { unsafe strdup($0) }
    let values = unsafe response.headers.keys.sorted().map {
      unsafe strdup(response.headers[$0] ?? "")
    }
    defer { unsafe (names + values).forEach { unsafe free($0) } }
    unsafe http_answer(
      exchange, UInt32(response.status), names.map { unsafe UnsafePointer($0) },
      values.map { unsafe UnsafePointer($0) }, names.count, response.body, response.body.count)
    if isHeld { server.answeredLater() }
  }
}
