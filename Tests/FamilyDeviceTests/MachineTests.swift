import CompactJSON
import Foundation
import Glibc
import ScreenTimeTesting
import TestSupport
import Testing

@Suite("A child's machine with its server")
struct MachineTests {
  @Test("a report acknowledges what is enforced, with the minutes that were seen")
  func report() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    try house.play(60)
    #expect(try house.device("sync").status == 0)
    let status = try house.seen()[at: "last_status"]
    #expect(status[at: "monitoring"].asText == "active" && status[at: "shielded"] == .bool(true))
    #expect(status[at: "observed_minutes"].number == 60)
    #expect(status[at: "policy_revision"].number == 2)
    try house.setPolicy(["daily_limit_minutes": .integer(90)])
    // Received is not enforced: nothing has been asked for yet.
    #expect(try house.seen()[at: "last_status"][at: "policy_revision"].number == 2)
    #expect(try house.isShielded)
    #expect(try house.device("sync").status == 0)
    #expect(try house.seen()[at: "last_status"][at: "policy_revision"].number == 3)
    #expect(try !house.isShielded)
  }

  @Test(
    "a policy that was received and can't be enforced is not acknowledged, and shields meanwhile")
  func notEnforced() throws {
    // No interval shorter than a quarter of an hour there.
    let house = try Household(limits: .ios)
    defer { house.end() }
    try house.pair()
    try house.setPolicy(["allowed_start": .text("12:00"), "allowed_end": .text("12:10")])
    let sync = try house.device("sync")
    #expect(sync.status == 0 && sync.out.contains("nobody would notice the end"), "\(sync.out)")
    let told = try house.seen()[at: "last_status"]
    #expect(told[at: "monitoring"].asText == "failed" && told[at: "shielded"] == .bool(true))
    #expect(told[at: "policy_revision"].number == 2, "\(told)")
    #expect(told[at: "detail"].asText.contains("not monitored"))
    #expect(try house.isShielded)
    try house.setPolicy()
    #expect(try house.device("sync").status == 0)
    #expect(try house.seen()[at: "last_status"][at: "policy_revision"].number == 4)
    #expect(try !house.isShielded)
  }

  @Test("a revoked machine keeps what it enforces; a new code puts it right, and the server stays")
  func revoked() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    try house.play(60)
    let child = try house.child()[at: "child_id"].asText
    let early = try house.device("replace", "--code", try house.pairingCode(for: child))
    #expect(early.status == 1 && early.err.contains("still good"))
    try house.revoke()
    let sync = try house.device("sync")
    #expect(sync.status == 1 && sync.err.contains("replace"))
    #expect(try house.isShielded)
    // It goes on day by day (decision F7).
    try house.platform.advance(by: .seconds(23 * 3600))
    #expect(try !house.isShielded)
    try house.play(60)
    #expect(try house.isShielded)
    let replaced = try house.device("replace", "--code", try house.pairingCode(for: child))
    #expect(replaced.status == 0, "\(replaced.err)")
    // What was used before stays used.
    #expect(try house.isShielded)
    #expect(try house.seen()[at: "last_status"][at: "observed_minutes"].number == 60)
    // Each time at the address that it was paired with; no option names another.
    #expect(house.relay.calls.filter { $0 == "POST /v1/pair" }.count == 2)
  }

  @Test("that a machine was revoked is known here from then on, until it is let in again")
  func rememberedRevocation() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    func status() throws -> String {
      try house.device("status").out + house.device("status", "--json").out
    }
    // Once by mistake: the next answer says that it isn't so.
    house.relay.have(
      "/snapshot",
      .answered(
        status: 401, body: #"{"error": {"code": "unauthenticated", "message": "nobody"}}"#),
      times: 1)
    #expect(try house.device("sync").status == 1)
    #expect(try status().contains("REVOKED"))
    #expect(try house.device("sync").status == 0)
    #expect(try !status().lowercased().contains("revoked"))

    try house.revoke()
    #expect(try !status().lowercased().contains("revoked"), "nobody has told it yet")
    #expect(try house.device("challenge").status == 1)
    // Whoever can't be reached lets nobody in.
    house.relay.have("/snapshot", .unreachable)
    #expect(try house.device("sync").status == 69)
    house.relay.haveAllWell()
    let revoked = try house.device("status")
    #expect(revoked.status == 0 && revoked.out.contains("REVOKED"), "\(revoked.out)")
    #expect(revoked.out.contains("0 of 60 minutes used today"))
    #expect(revoked.out.contains("family-device replace --code CODE"))
    #expect(try house.device("status", "--json").out.contains("revoked"))

    let child = try house.child()[at: "child_id"].asText
    let code = try house.pairingCode(for: child)
    house.relay.have("/snapshot", .asUsual, times: 1)
    house.relay.have("/snapshot", .unreachable)
    #expect(try house.device("replace", "--code", code).status == 69)
    #expect(try !status().lowercased().contains("revoked"), "the new pairing was not revoked")
  }

  @Test("whose machine it is now is said, and that it is another child's than before")
  func whose() throws {
    let house = try Household()
    defer { house.end() }
    let (mia, code) = try house.pairingCode("Mia")
    let first = try house.device("pair", "--server", house.relay.origin, "--code", code)
    #expect(first.status == 0 && first.out.contains("This machine is Mia's."), "\(first.out)")
    #expect(!first.out.contains("another child"))
    try house.revoke()
    let again = try house.device("replace", "--code", try house.pairingCode(for: mia))
    #expect(again.status == 0 && again.out.contains("This machine is Mia's."), "\(again.out)")
    #expect(!again.out.contains("another child"))
    try house.revoke()
    let (_, other) = try house.pairingCode("Ben")
    let moved = try house.device("replace", "--code", other)
    #expect(moved.status == 0 && moved.out.contains("another child than Mia"), "\(moved.out)")
    #expect(moved.out.contains("This machine is Ben's."), "\(moved.out)")
  }

  @Test("a server that went back to an older policy is not believed")
  func backwards() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    try house.stopServer()
    for name in ["family.db", "family.db-wal", "family.db-shm"] {
      let source = house.scratch.file("server/\(name)")
      guard FileManager.default.fileExists(atPath: source) else { continue }
      try FileManager.default.copyItem(atPath: source, toPath: house.scratch.file(name))
    }
    try house.startServer()
    try house.setPolicy(["daily_limit_minutes": .integer(30)])
    #expect(try house.device("sync").status == 0)
    try house.play(30)
    #expect(try house.isShielded)
    try house.stopServer()
    for name in ["family.db", "family.db-wal", "family.db-shm"] {
      let path = house.scratch.file("server/\(name)")
      try? FileManager.default.removeItem(atPath: path)
      guard FileManager.default.fileExists(atPath: house.scratch.file(name)) else { continue }
      try FileManager.default.copyItem(atPath: house.scratch.file(name), toPath: path)
    }
    try house.startServer()
    let sync = try house.device("sync")
    #expect(sync.status == 1 && sync.err.contains("revision"))
    #expect(try house.isShielded)
  }

  @Test("what is missing or typed wrong is said, with what there is to do")
  func refusals() throws {
    let house = try Household()
    defer { house.end() }
    let unpaired = try house.device("sync")
    #expect(unpaired.status == 1 && unpaired.err.contains("hint: family-device pair"))
    let plain = try house.device("pair", "--server", "http://family.example", "--code", "x")
    #expect(plain.status == 64 && plain.err.contains("https://"))
    try house.pair()
    let again = try house.device(
      "pair", "--server", "https://elsewhere.example", "--code", "x")
    #expect(again.status == 1 && again.err.contains("paired already"))
    let code = try house.device("select", "--code", "guess", "--app", house.app)
    #expect(code.status == 1 && code.err.contains("not_found"))
    let elsewhere = try house.device("replace", "--server", "https://elsewhere.example")
    #expect(elsewhere.status == 64)
    let nowhere = try runToEnd(
      try TestSupport.BuiltProgram.path("family-device"),
      ["sync", "--state", house.scratch.path, "--service", house.scratch.file("no.sock")])
    #expect(nowhere.status == 69)
  }
}
