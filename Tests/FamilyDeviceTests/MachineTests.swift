import CompactJSON
import Foundation
import Glibc
import ScreenTimeTesting
import TestSupport
import Testing

@Suite("A child's machine with its server")
struct MachineTests {
  @Test("goes on for days without its server, and tells it afterwards what is enforced")
  func withoutServer() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    try house.stopServer()
    for day in 0..<3 {
      try house.play(59)
      #expect(try !house.isShielded, "day \(day)")
      try house.play(1)
      #expect(try house.isShielded, "day \(day)")
      let sync = try house.device("sync")
      #expect(sync.status == 69 && sync.err.contains("could not reach"))
      #expect(try house.isShielded)
      try house.platform.advance(by: .seconds(23 * 3600))
    }
    try house.startServer()
    // The machine's clock is days ahead of the server's: what the server says of its day is refused, what
    // is enforced stays, and the report says what that is.
    try house.play(60)
    _ = try house.device("sync")
    #expect(try house.isShielded)
  }

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

  @Test("a challenge answered at a terminal earns minutes that are there at once")
  func challenge() throws {
    let house = try Household()
    defer { house.end() }
    try house.setPolicy(["challenge_questions": .integer(1)])
    try house.pair()
    try house.play(60)
    #expect(try house.isShielded)
    let wrong = try house.device("challenge", input: "-1\n")
    #expect(wrong.status == 0 && wrong.out.contains("0 of 1 are right"))
    #expect(try house.isShielded)
    // Whoever leaves in the middle finds the same question again.
    let left = try house.device("challenge", input: "not a number\n")
    #expect(left.status == 64 && left.out.contains("A whole number, please."))
    let prompt = try #require(
      left.out.split(separator: "\n").first { $0.hasPrefix("1/1") }?.split(separator: " "))
    let (first, second) = (Int(prompt[1]) ?? 0, Int(prompt[3]) ?? 0)
    let answer = prompt[2] == "+" ? first + second : first - second
    let right = try house.device("challenge", input: "\(answer)\n")
    #expect(right.out.contains("15 minutes earned"), "\(right.out) \(right.err)")
    #expect(try !house.isShielded)
  }

  @Test("a revoked machine keeps what it enforces; a new code puts it right, and the server stays")
  func revoked() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    try house.play(60)
    let (device, child) = (
      try house.seen()[at: "device_id"].asText,
      try house.parent("GET", "/v1/parent/family")[at: "children"].elements[0][at: "child_id"]
        .asText
    )
    let early = try house.device("replace", "--code", try house.pairingCode(for: child))
    #expect(early.status == 1 && early.err.contains("still good"))
    try house.parent("DELETE", "/v1/parent/devices/\(device)")
    let sync = try house.device("sync")
    #expect(sync.status == 1 && sync.err.contains("replace"))
    #expect(try house.isShielded)
    let replaced = try house.device("replace", "--code", try house.pairingCode(for: child))
    #expect(replaced.status == 0, "\(replaced.err)")
    // What was used before stays used.
    #expect(try house.isShielded)
    #expect(try house.seen()[at: "last_status"][at: "observed_minutes"].number == 60)
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
    let nowhere = try runToEnd(
      try TestSupport.BuiltProgram.path("family-device"),
      ["sync", "--state", house.scratch.path, "--service", house.scratch.file("no.sock")])
    #expect(nowhere.status == 69)
  }

  @Test("the extension's directory holds nothing that lets anybody speak to the server")
  func secrets() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    let state = house.platform.stateDirectory
    let credentials = try JSON(
      parsing: String(contentsOfFile: state + "/family/credentials.json", encoding: .utf8))
    let token = credentials[at: "token"].asText
    #expect(!token.isEmpty)
    let files = try #require(FileManager.default.enumerator(atPath: state + "/groups"))
    var count = 0
    for case let name as String in files {
      guard let text = try? String(contentsOfFile: state + "/groups/" + name, encoding: .utf8)
      else { continue }
      count += 1
      #expect(!text.contains(token), "\(name)")
    }
    #expect(count > 0)
  }
}
