import CMicroHTTPD

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
    let headers = Self.text(of: response.headers)
    unsafe headers.withUnsafeBufferPointer { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe http_answer(
          exchange, UInt32(response.status), text.baseAddress, response.headers.count,
          response.body, response.body.count)
      }
    }
    if isHeld { server.answeredLater() }
  }

  /// Headers as C takes them, always in the same order: names and values in turn, each with its zero byte.
  private static func text(of headers: [String: String]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(256)
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      text += name.utf8
      text.append(0)
      text += value.utf8
      text.append(0)
    }
    return text
  }
}
