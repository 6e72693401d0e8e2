import CMicroHTTPD
import Glibc

/// A socket that listens: whoever connects waits until somebody serves it.
///
/// It knows its port before anybody is served.
package final class HTTPListener {
  /// The address that it listens at, with the port that it got.
  package let address: HTTPAddress

  private var descriptor: Int32

  /// Begins to listen.
  ///
  /// - Throws: where the address can't be listened at.
  package init(at address: HTTPAddress) throws(HTTPServerError) {
    var reason: UnsafePointer<CChar>?
    descriptor = unsafe http_listen(address.host, String(address.port), &reason)
    guard descriptor >= 0 else {
      let text = unsafe reason.map { unsafe String(cString: $0) } ?? "no reason given"
      throw HTTPServerError("could not listen at \(address): \(text)")
    }
    self.address = HTTPAddress(host: address.host, port: Int(http_port(descriptor)))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Hands the socket over to whoever serves it; to be called once.
  func take() -> Int32 {
    defer { descriptor = -1 }
    return descriptor
  }
}
