import Foundation
import Glibc
import TestSupport
import Testing

@Suite("TLS without a proxy")
struct TLSTests {
  @Test("a parent's browser and a child's machine speak to it, and nobody in between reads along")
  func served() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let identity = try SelfSignedCertificate("server", in: scratch) else { return }
    let server = try ServerFixture(
      in: scratch, options: ["--tls-cert", identity.certificate, "--tls-key", identity.key])
    #expect(server.address.hasPrefix("https://127.0.0.1:"))
    func curl(_ arguments: [String]) throws -> ProgramResult {
      try runToEnd("/usr/bin/curl", ["-sS", "--max-time", "30"] + arguments)
    }
    let trusting = ["--cacert", identity.certificate]
    let health = try curl(trusting + [server.address + "/healthz"])
    #expect(health.status == 0 && health.out.contains("ok"), "\(health.err)")
    let token = try server.token()
    let signedIn = try curl(
      trusting + [
        "-i", "-H", "Content-Type: application/json", "--data-binary", #"{"token": "\#(token)"}"#,
        server.address + "/v1/session",
      ])
    let cookie = signedIn.out.split(separator: "\r\n").first {
      $0.lowercased().hasPrefix("set-cookie:")
    }
    for attribute in ["Secure", "HttpOnly", "SameSite=Strict"] {
      #expect(cookie?.contains(attribute) == true, "\(signedIn.out) \(signedIn.err)")
    }
    // Somebody who doesn't know the certificate isn't spoken to, nor is one without encryption.
    #expect(try curl([server.address + "/healthz"]).status == 60)
    let plain = server.address.replacingOccurrences(of: "https:", with: "http:")
    #expect(try curl([plain + "/healthz"]).status != 0)
    // Versions that are broken are not spoken.
    let old = try curl(
      trusting + ["--tlsv1.0", "--tls-max", "1.1", server.address + "/healthz"])
    #expect(old.status != 0)
    #expect(try curl(trusting + [server.address + "/healthz"]).status == 0)
  }

  /// What is wrong with what a server is given.
  enum Fault: String, CaseIterable {
    case noCertificate, noKey, notACertificate, notAKey, anothersKey, empty
  }

  @Test(
    "a certificate or a key that can't be used is named at the start", arguments: Fault.allCases)
  func faults(fault: Fault) throws {
    let scratch = try Scratch("faults")
    defer { scratch.cleanUp() }
    guard let identity = try SelfSignedCertificate("server", in: scratch, test: "faults"),
      let other = try SelfSignedCertificate("other", in: scratch, test: "faults")
    else { return }
    let letter = try scratch.write("Dear grandmother,\n", to: "letter")
    let nothing = try scratch.write("", to: "nothing")
    let (certificate, key, named): (String, String, String) =
      switch fault {
      case .noCertificate: (scratch.file("none"), identity.key, "none")
      case .noKey: (identity.certificate, scratch.file("none"), "none")
      case .notACertificate: (letter, identity.key, "letter")
      case .notAKey: (identity.certificate, letter, "letter")
      case .anothersKey: (identity.certificate, other.key, "other.key")
      case .empty: (nothing, identity.key, "nothing")
      }
    let result = try runToEnd(
      try BuiltProgram.path("family-server"),
      [
        "serve", "--state", scratch.file("state"), "--listen", "127.0.0.1:0",
        "--tls-cert", certificate, "--tls-key", key,
      ])
    #expect(result.status == 1)
    #expect(result.err.contains(named), "\(result.err)")
    #expect(result.err.contains("family-server: could not"), "\(result.err)")
  }

  @Test(
    "an origin without encryption is refused, so that no cookie goes without it",
    arguments: ["http://family.example", "HTTP://192.168.1.5:8420/"])
  func plainOrigin(origin: String) throws {
    let scratch = try Scratch("plain-origin")
    defer { scratch.cleanUp() }
    guard let identity = try SelfSignedCertificate("server", in: scratch, test: "plainOrigin")
    else { return }
    let result = try runToEnd(
      try BuiltProgram.path("family-server"),
      [
        "serve", "--state", scratch.file("state"), "--listen", "127.0.0.1:0", "--origin", origin,
        "--tls-cert", identity.certificate, "--tls-key", identity.key,
      ])
    #expect(result.status == 64)
    #expect(result.err.contains("--origin: \"http://"), "\(result.err)")
    #expect(result.err.contains("hint: https://"), "\(result.err)")
    #expect(!FileManager.default.fileExists(atPath: scratch.file("state/token")))
  }
}
