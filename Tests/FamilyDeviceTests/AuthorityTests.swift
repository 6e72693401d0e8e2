import CompactJSON
import FamilyDevice
import Foundation
import Glibc
import PolicyCore
import PolicyCore
import TestSupport
import Testing

@Suite("A server that has signed its own certificate")
struct AuthorityTests {
  @Test("is known by the certificate that the machine was given, and by no other")
  func known() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let own = try SelfSignedCertificate("own", in: scratch),
      let other = try SelfSignedCertificate("other", in: scratch)
    else { return }
    let program = try BuiltProgram.path("family-server")
    let server = try scratch.start(
      program,
      [
        "serve", "--state", scratch.file("server"), "--listen", "127.0.0.1:0",
        "--tls-cert", own.certificate, "--tls-key", own.key,
      ])
    let line = try server.waitForLine(containing: "ready at")
    let address = try #require(line.split(separator: " ").last.map(String.init))
    let code = try pairingCode(address, own, scratch)
    let origin = try ServerOrigin(parsing: address)
    let authority = try AuthorityFile(path: own.certificate)

    // The system doesn't know it, and another certificate is another server: the code stays good.
    for stranger in [nil, try AuthorityFile(path: other.certificate)] {
      let error = #expect(throws: DeviceError.self) {
        try FamilyServerClient(origin, knownBy: stranger).pair(code: code, name: "Laptop")
      }
      #expect(error?.code == .serverUnreachable)
      #expect(error?.message.contains("certificate") == true, "\(error?.message ?? "")")
      // Nothing is enforced yet on a machine that isn't paired.
      let hint = error?.hint ?? ""
      #expect(hint.contains(stranger?.path ?? "--ca FILE") && !hint.contains("enforced"), "\(hint)")
    }
    let paired = try FamilyServerClient(origin, knownBy: authority).pair(code: code, name: "Laptop")
    #expect(paired.authority == authority)
    let file = PrivateFile<Credentials>(path: scratch.file("credentials"), recovery: "")
    try file.write(paired)
    let kept = try #require(try file.read())
    #expect(kept == paired)
    #expect(try FamilyServerClient(kept).snapshot().childName == "Mia")

    // A file that others may write, and one that is gone, are nothing to know a server by.
    _ = unsafe chmod(own.certificate, 0o666)
    var error = #expect(throws: DeviceError.self) { try FamilyServerClient(kept).snapshot() }
    #expect(error?.code == .notStored && error?.message.contains("others") == true)
    _ = unsafe unlink(own.certificate)
    error = #expect(throws: DeviceError.self) { try FamilyServerClient(kept).snapshot() }
    #expect(error?.code == .notStored && error?.message.contains(own.certificate) == true)
  }

  private func pairingCode(
    _ address: String, _ own: SelfSignedCertificate, _ scratch: Scratch
  ) throws -> String {
    let token = try scratch.read("server/token").trimmingCharacters(in: .whitespacesAndNewlines)
    func post(_ path: String, _ body: String) throws -> JSON {
      let result = try runToEnd(
        "/usr/bin/curl",
        [
          "-sS", "--max-time", "30", "--cacert", own.certificate, "-H",
          "Authorization: Bearer \(token)", "-H", "Content-Type: application/json", "--data", body,
          address + path,
        ])
      return try JSON(parsing: result.out)
    }
    let child = try post("/v1/parent/children", #"{"name": "Mia"}"#)[at: "child_id"].asText
    return try post("/v1/parent/children/\(child)/pairing-code", "")[at: "code"].asText
  }

  @Test(
    "a server that can't answer has an unpaired machine look at the address, and a paired one go on",
    arguments: [true, false])
  func away(isPaired: Bool) throws {
    let origin = try ServerOrigin(parsing: "https://127.0.0.1:1")
    let client =
      isPaired
      ? FamilyServerClient(Credentials(server: origin, device: "d1", child: "c1", token: "t"))
      : FamilyServerClient(origin)
    let error = #expect(throws: DeviceError.self) { try client.pair(code: "x", name: "Laptop") }
    let hint = error?.hint ?? ""
    #expect(hint.contains("what is enforced stays") == isPaired, "\(hint)")
    #expect(hint.contains("address") != isPaired, "\(hint)")
  }

  @Test("a certificate for a server without encryption, or by a path that isn't whole, is refused")
  func refused() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let file = try scratch.write("x", to: "server.pem")
    _ = unsafe chmod(file, 0o644)
    let program = try BuiltProgram.path("family-device")
    func pair(_ server: String, _ authority: String) throws -> ProgramResult {
      try runToEnd(
        program,
        [
          "pair", "--state", scratch.file("state"), "--server", server, "--ca", authority,
          "--code", "x",
        ])
    }
    let plain = try pair("http://127.0.0.1:1", file)
    #expect(plain.status == 64 && plain.err.contains("--ca"), "\(plain.err)")
    for path in ["server.pem", scratch.file("none")] {
      let result = try pair("https://127.0.0.1:1", path)
      #expect(result.status != 0 && result.err.contains(path), "\(result.err)")
    }
  }
}
