import Foundation
import Glibc
import OpenAppLockProtocol
import TestSupport
import Testing

/// A document is cut off in the middle of the day, while everything runs and something is spent.
@Suite("Documents damaged in the middle of the day")
struct PressDamageTests {
  private static let app = "/usr/bin/sha256sum"

  @Test(
    "what is spent stays spent, what is locked stays locked, and it is reported",
    arguments: [
      "usage", "open-sessions", "snapshots", "shield-stores", "settings", "hard-locks",
    ])
  func spent(document: String) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(
      in: scratch,
      options: [
        "--clock", "virtual", "--start", "2025-01-06T10:00", "--zone", "Europe/Berlin",
        "--enforce", "none",
      ])
    try installation.run("settings", "set", "uninstall-protection", "on")
    try installation.run("list", "add", "games", "--app", Self.app)
    try installation.run(
      "rule", "add", "open-limit", "Once", "--opens", "1", "--days", "everyday", "--list", "games",
      "--hard")
    try installation.run("shield", "press", Self.app)
    #expect(try installation.shielded().isEmpty)
    try installation.run("clock", "advance", "15m")
    #expect(try installation.blocking() == ["Once"])

    try cutOff(document, in: installation)
    for _ in 1...2 { _ = try installation.cli(["shield", "press", Self.app]) }
    #expect(try installation.shielded() == [Self.app])
    #expect(try installation.refusal(of: "rule", "disable", "Once").code == "hardMode")
    try installation.run("clock", "advance", "1m")
    let status = try installation.status()
    #expect(status.blocking.map(\.name) == ["Once"])
    #expect(status.removalDenied)
    #expect(status.faults.contains { $0.message.contains("\(document).json") }, "\(status.faults)")
    #expect(try installation.rules().first?.now.usedOpens == 1)

    try installation.advance(to: "2025-01-07T00:00")
    #expect(try installation.blocking() == [])
    try installation.run("shield", "press", Self.app)
    #expect(try installation.shielded().isEmpty, "the new day has its own open")
  }

  /// Leaves the first half of a document of the group, as a disk that was pulled out might.
  private func cutOff(_ document: String, in installation: Installation) throws {
    let file = URL(
      filePath: installation.state + "/groups/group.dev.openapplock/\(document).json")
    let bytes = try Data(contentsOf: file)
    try bytes.prefix(bytes.count / 2).write(to: file)
  }
}
