import CMicroHTTPD
package import EventLoop

/// Serves HTTP from an event loop, with what libmicrohttpd knows of the protocol.
///
/// Connections are kept alive; what a client may take up is bounded (``Limits``). A handler answers at
/// once, or later with what it was given for that; nothing is answered twice.
@safe package final class HTTPServer {
  /// What clients may take up.
  package struct Limits: Sendable {
    /// Connections that are open at once; further ones wait in the system's queue.
    package var connections = 1200
    /// Seconds without a byte before a connection is closed.
    package var idleSeconds = 30
    /// Seconds for a whole request to come, and for its whole answer to be taken.
    package var requestSeconds = 60
    /// Bytes for a request's line and headers.
    package var headerMemory = 16 * 1024
    /// Bytes of a body.
    package var bodySize = 64 * 1024

    /// Makes limits.
    package init() {}
  }

  /// A certificate and its key, as PEM texts.
  package struct Certificate: Sendable {
    /// The certificate, and those up to the authority.
    package let chain: String
    /// The private key.
    package let key: String

    /// Makes a pair.
    package init(chain: String, key: String) {
      self.chain = chain
      self.key = key
    }
  }

  /// What to do with a request: answer it now, or take the reply and answer later.
  package enum Outcome {
    /// The answer.
    case answer(HTTPResponse)
    /// The answer comes later, to the reply that the handler was given.
    case later
  }

  /// The address that it listens at, with the port that it got.
  package let address: HTTPAddress

  private let handler: (HTTPRequest, HTTPReply) -> Outcome
  private let proxies: Set<String>
  private let loop: EventLoop
  private var server: OpaquePointer?
  private var watch: Watch?
  private var hook: Hook?
  private var timer: LoopTimer?
  private var hasAnswers = false
  private var timerEnd = Duration.zero

  /// Starts to serve.
  ///
  /// - Parameter proxies: The addresses of proxies that are believed when they say whom they ask for, as
  ///   ``NumericAddress`` spells them.
  /// - Throws: where the certificate can't be used.
  package init(
    at listener: HTTPListener, on loop: EventLoop, certificate: Certificate? = nil,
    limits: Limits = Limits(), proxies: Set<String> = [],
    handler: @escaping (HTTPRequest, HTTPReply) -> Outcome
  ) throws {
    var reason: UnsafePointer<CChar>?
    address = listener.address
    self.loop = loop
    self.handler = handler
    self.proxies = proxies
    var bounds = http_limits(
      connections: UInt32(limits.connections), idle_seconds: UInt32(limits.idleSeconds),
      request_seconds: UInt32(limits.requestSeconds), header_memory: limits.headerMemory,
      body_size: limits.bodySize)
    // Unretained: `stop()` ends the server before this object goes.
    let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe server = http_start(
      listener.take(), &bounds, certificate?.chain, certificate?.key,
      { owner, exchange in
        guard let owner = unsafe owner, let exchange = unsafe exchange else { return }
        unsafe Unmanaged<HTTPServer>.fromOpaque(owner).takeUnretainedValue().take(exchange)
      }, owner, &reason)
    guard let server = unsafe server else {
      throw HTTPServerError(
        "could not serve at \(address): \(unsafe Self.text(reason))",
        isAboutCertificate: certificate != nil)
    }
    watch = try loop.watch(unsafe http_descriptor(server)) { [unowned self] in run() }
    hook = loop.beforeWaiting { [unowned self] in lookAhead() }
  }

  deinit { stop() }

  /// Whether it hasn't been stopped.
  var isServing: Bool { unsafe server != nil }

  /// How many connections are open.
  package var connections: Int { Int(unsafe server.map { unsafe http_connections($0) } ?? 0) }

  /// Closes the address and every connection.
  ///
  /// A second call does nothing.
  package func stop() {
    guard let server = unsafe server else { return }
    unsafe self.server = nil
    watch?.cancel()
    hook?.cancel()
    timer?.cancel()
    unsafe http_stop(server)
  }

  /// Takes what has come, and hands it to the handler, without waiting.
  ///
  /// For a handler's owner that has time for more: not to be called from within the handler.
  package func takeMore() { run() }

  /// Has the library send what was answered outside of its own turn, before the loop waits again.
  func answeredLater() { hasAnswers = true }

  private func run() {
    hasAnswers = false
    if let server = unsafe server { unsafe http_run(server) }
  }

  /// Does what libmicrohttpd has to do though nothing came, now or when its time has come.
  private func lookAhead() -> Bool {
    guard let server = unsafe server else { return false }
    let milliseconds = unsafe http_timeout(server)
    if hasAnswers || milliseconds == 0 {
      run()
      return true
    }
    let end = loop.uptime + .milliseconds(milliseconds)
    if milliseconds > 0, timer == nil || end + .milliseconds(100) < timerEnd {
      timer?.cancel()
      timerEnd = end
      timer = loop.after(.milliseconds(milliseconds)) { [unowned self] in
        timer = nil
        run()
      }
    }
    return false
  }

  private func take(_ exchange: OpaquePointer) {
    let reply = unsafe HTTPReply(exchange, from: self)
    switch unsafe handler(HTTPRequest(exchange, through: proxies), reply) {
    case .answer(let response): reply.answer(response)
    case .later: reply.hold()
    }
  }

  private static func text(_ reason: UnsafePointer<CChar>?) -> String {
    unsafe reason.map { unsafe String(cString: $0) } ?? "no reason given"
  }
}
