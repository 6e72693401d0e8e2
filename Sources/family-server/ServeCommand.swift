import Arguments
import CivilTime
import EventLoop
import FamilyServer
import Glibc
import HTTPServer
import WebOrigin

/// Serves: `family-server serve`.
enum ServeCommand {
  private static let listen = Option(
    "listen", "ADDRESS", "Where it listens, such as 127.0.0.1:8420 or [::1]:8420", .text)
  private static let originURL = Option(
    "origin", "URL",
    "Where parents reach the page, https://family.example; the listening address otherwise",
    .text)
  private static let certificateFile = Option(
    "tls-cert", "FILE", "A certificate with those above it, for TLS without a proxy", .text)
  private static let keyFile = Option("tls-key", "FILE", "The certificate's key", .text)

  private static let proxy = RepeatedOption(
    "proxy", "ADDRESS",
    "A proxy before it, such as 127.0.0.1: whom it asks for is counted, and not the proxy",
    ValueParser.text)

  static let command = Command<ProgramAction>(
    "serve", "Serves the interface until it is told to end", does: serve
  ) {
    Place.state
    Place.database
    listen
    originURL
    certificateFile
    keyFile
    proxy
  }

  @Sendable private static func serve(_ typed: ParsedArguments) throws {
    let place = try Place(typed)
    let address = try address(typed)
    let files = try certificateFiles(typed)
    let named = try typed.value(of: originURL).map(Self.origin)
    try named.map { try check($0, isSecure: files != nil) }
    let proxies = try proxies(typed)
    let certificate = try files?.read()
    let loop = try EventLoop()
    for ending in [SIGTERM, SIGINT, SIGHUP] { try loop.onSignal(ending) { loop.stop() } }
    let store = try place.store()
    _ = try place.firstFamily(in: store, at: Place.now())
    let scheme = certificate == nil ? "http" : "https"
    let listener = try HTTPListener(at: address)
    guard let origin = named ?? WebOrigin(parsing: "\(scheme)://\(listener.address)") else {
      throw ProgramFailure("\(listener.address) is no origin", hint: "name one: --origin URL")
    }
    warning(about: origin, isNamed: named != nil, at: address)?.say(as: FamilyServerProgram.name)
    let service: FamilyService
    do {
      service = try FamilyService(
        store, FamilyAPI(origin: origin), at: listener, on: loop, certificate: certificate,
        limits: limits(), proxies: proxies,
        log: { ProgramFailure($0).say(as: FamilyServerProgram.name) },
        now: Place.now)
    } catch let error as HTTPServerError where error.isAboutCertificate {
      throw files?.misfit ?? error
    }
    print("\(FamilyServerProgram.name): ready at \(scheme)://\(service.address)")
    fflush(nil)
    try loop.run()
    service.stop()
  }

  /// What somebody may wonder about later: whom an origin keeps out.
  private static func warning(
    about origin: WebOrigin, isNamed: Bool, at address: HTTPAddress
  ) -> ProgramFailure? {
    if !isNamed, ["0.0.0.0", "::"].contains(NumericAddress.spelling(of: address.host)) {
      return ProgramFailure(
        "warning: it listens at every address, and takes browsers' forms from \(origin.text) only",
        hint: "say where browsers reach it: --origin https://family.example")
    }
    guard !origin.keepsSecrets else { return nil }
    return ProgramFailure(
      "warning: \(origin.text) is not encrypted, and children's machines pair with no such server",
      hint: "give it --tls-cert and --tls-key, or a proxy with TLS and its https:// as --origin")
  }

  /// As many connections as there may be descriptors for, and some for everything else.
  private static func limits() -> HTTPServer.Limits {
    var limits = HTTPServer.Limits()
    limits.connections = max(8, min(limits.connections, OpenFiles.raiseLimit() - 64))
    return limits
  }

  private static func address(_ typed: ParsedArguments) throws -> HTTPAddress {
    let text = try typed.value(of: listen) ?? "127.0.0.1:8420"
    guard let address = HTTPAddress(parsing: text) else {
      throw UsageError(
        "--listen: \"\(text)\" is no address", hint: "a number and a port, such as 127.0.0.1:8420")
    }
    return address
  }

  /// Refuses an origin without encryption where the server speaks nothing but TLS.
  ///
  /// No browser would ever say it, and a session's cookie would be let out without encryption.
  private static func check(_ origin: WebOrigin, isSecure: Bool) throws {
    guard isSecure, !origin.isEncrypted else { return }
    throw UsageError(
      "--origin: \"\(origin.text)\" is not encrypted, and with --tls-cert nothing else is spoken",
      hint: "https://\(origin.text.dropFirst("http://".count))")
  }

  private static func origin(_ text: String) throws -> WebOrigin {
    guard let origin = WebOrigin(parsing: text) else {
      throw UsageError(
        "--origin: \"\(text)\" is no origin", hint: "a scheme and a host: https://family.example")
    }
    return origin
  }

  private static func proxies(_ typed: ParsedArguments) throws -> Set<String> {
    Set(
      try typed.values(of: proxy).map { text in
        guard let address = NumericAddress.spelling(of: text) else {
          throw UsageError(
            "--proxy: \"\(text)\" is no address", hint: "a number without a port: 127.0.0.1")
        }
        return address
      })
  }

  private static func certificateFiles(_ typed: ParsedArguments) throws -> CertificateFiles? {
    switch (try typed.value(of: certificateFile), try typed.value(of: keyFile)) {
    case (nil, nil): return nil
    case (let chain?, let key?): return CertificateFiles(chain: chain, key: key)
    default:
      throw UsageError(
        "--tls-cert and --tls-key go together", hint: "leave both out behind a proxy")
    }
  }
}
