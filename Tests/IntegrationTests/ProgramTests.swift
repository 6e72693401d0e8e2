import CivilTime
import Foundation
import Glibc
import OpenAppLockProtocol
import ScreenTimeModel
import TestSupport
import Testing

@Suite("The programs as they are shipped")
struct ProgramTests {
  @Test(
    "they need nothing installed: no program interpreter, no shared library",
    arguments: Installation.Part.allCases)
  func linkedWhole(part: Installation.Part) throws {
    let bytes = try Data(contentsOf: URL(filePath: try BuiltProgram.path(part.rawValue)))
    #expect(bytes.range(of: Data("ld-linux-x86-64.so.2\0".utf8), in: 0..<4096) == nil)
    #expect(bytes.prefix(4) == Data([0x7F]) + Data("ELF".utf8))
  }

  @Test("they know zones, with nothing in their environment to help")
  func zones() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(
      in: scratch,
      options: [
        "--enforce", "none", "--clock", "virtual", "--start", "2025-07-06T09:00", "--zone",
        "Europe/Berlin",
      ])
    #expect(try installation.status().clock.zone == "Europe/Berlin")
    #expect(try installation.status().clock.now.description == "2025-07-06T07:00:00Z")
    #expect(try installation.run("clock", "show").contains("2025-07-06T09:00"))
  }

  @Test("doctor works without a service, and says that there is none")
  func doctorAlone() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch)
    let text = try installation.run("doctor")
    #expect(text.contains("screentimed: does not work"))
    #expect(text.contains("openapplock up"))
    #expect(text.contains("Enforcement"))
  }

  @Test("a site that a rule shields is never silently open: status says that nothing blocks it")
  func sites() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let before = try installation.status().faults.map(\.message)
    #expect(!before.contains { $0.contains("sites can be visited") })
    _ = try installation.run("list", "add", "webs", "--site", "chess.test")
    _ = try installation.run(
      "rule", "add", "schedule", "Webs", "--from", "00:00", "--to", "00:00", "--days", "everyday",
      "--list", "webs")
    let status = try installation.status()
    #expect(status.sites.map(\.rawValue) == ["chess.test"])
    #expect(
      status.faults.contains { $0.code == "notEnforced" && $0.message.contains("shielded sites") })
    #expect(!status.faults.contains { $0.message.contains("adult sites") })
  }

  @Test("doctor says the same to programs as to people")
  func doctor() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let report: Report = try installation.json("doctor")
    #expect(report.services.map(\.running) == [true, true])
    let text = try installation.run("doctor")
    for backend in report.backends {
      #expect(text.contains("\(backend.name): \(backend.works ? "works" : "does not work")"))
      #expect(backend.notEnforced.allSatisfy { text.contains($0) })
    }
    if isRoot { #expect(text.contains("root can end and change all of this")) }
  }

  @Test("doctor as a plain user says what isn't enforced and what would fix it")
  func doctorAsPlainUser() throws {
    guard mayBecomePlain else {
      return Skip.say("becoming another account needs root and setpriv")
    }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, as: plainAccount)
    let report: Report = try installation.json("doctor")
    #expect(report.services.allSatisfy { !$0.running })
    let lacking = report.backends.filter { !$0.works }
    #expect(!lacking.isEmpty)
    #expect(lacking.allSatisfy { !$0.notEnforced.isEmpty && $0.hint != nil })
  }

  private struct Report: Decodable {
    struct Service: Decodable { let name: String; let running: Bool }
    struct Backend: Decodable {
      let name: String
      let works: Bool
      let notEnforced: [String]
      let hint: String?
    }
    let services: [Service]
    let backends: [Backend]
  }
}
