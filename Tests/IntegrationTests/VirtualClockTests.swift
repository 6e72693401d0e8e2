import CivilTime
import Foundation
import OpenAppLockProtocol
import ScreenTimeModel
import ScreenTimeProtocol
import TestSupport
import Testing

/// Whole days in seconds; nothing here touches a program of the machine.
@Suite("Rules under a clock that a test moves")
struct VirtualClockTests {
  private static let app = "/usr/bin/sha256sum"

  private func installation(_ scratch: Scratch, at start: String) throws -> Installation {
    let installation = try Installation(
      in: scratch,
      options: [
        "--clock", "virtual", "--start", start, "--zone", "Europe/Berlin", "--enforce", "none",
      ])
    try installation.run("list", "add", "games", "--app", Self.app)
    return installation
  }

  private func add(
    _ rule: String, _ from: String, _ to: String, days: String = "everyday", _ more: [String] = [],
    to installation: Installation
  ) throws {
    let arguments = [
      "rule", "add", "schedule", rule, "--from", from, "--to", to, "--days", days, "--list",
      "games",
    ]
    let result = try installation.cli(arguments + more)
    guard result.status == 0 else { throw Refused(result) }
  }

  @Test(
    "a schedule blocks from its first minute to its last, whatever the night does",
    arguments: [
      ("2025-01-06T08:59", "09:00", "17:00", "2025-01-06T09:00", "2025-01-06T17:00"),
      ("2025-01-06T21:00", "22:00", "06:00", "2025-01-06T22:00", "2025-01-07T06:00"),
      // The night in which 02:00 to 03:00 doesn't exist.
      ("2025-03-29T21:00", "22:00", "06:00", "2025-03-29T22:00", "2025-03-30T06:00"),
      ("2025-03-30T00:30", "09:00", "17:00", "2025-03-30T09:00", "2025-03-30T17:00"),
      ("2025-03-30T00:30", "02:30", "04:00", "2025-03-30T03:00", "2025-03-30T04:00"),
    ])
  func edges(start: String, from: String, to: String, first: String, end: String) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try installation(scratch, at: start)
    try add("Focus", from, to, to: installation)
    let zone = try Zone(identifier: "Europe/Berlin")
    let (firstInstant, endInstant) = (
      try zone.instant(parsing: first), try zone.instant(parsing: end)
    )
    let before = firstInstant - .seconds(1)
    for (moment, blocks) in [
      (before, false), (firstInstant, true), (endInstant - .seconds(1), true), (endInstant, false),
    ] {
      let now = try installation.status().clock.now
      try installation.run("clock", "advance", "\((moment - now).components.seconds)s")
      let status = try installation.status()
      #expect(status.clock.now == moment)
      #expect(status.shielded.map(\.rawValue) == (blocks ? [Self.app] : []), "at \(moment)")
      #expect(status.blocking.map(\.until) == (blocks ? [endInstant] : []))
      #expect(status.faults.map(\.code) == ["notEnforced"], "as it was started")
    }
  }

  @Test("a day that is off is free, and the window belongs to the day that it starts on")
  func days() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    // A Monday, early: the night that goes on belongs to Sunday.
    let installation = try installation(scratch, at: "2025-01-06T05:00")
    try add("Nights", "22:00", "06:00", days: "mon", to: installation)
    #expect(try installation.shielded().isEmpty)
    try installation.advance(to: "2025-01-06T22:00")
    #expect(!(try installation.shielded().isEmpty))
    try installation.advance(to: "2025-01-07T05:59")
    #expect(!(try installation.shielded().isEmpty))
    try installation.advance(to: "2025-01-07T06:00")
    #expect(try installation.shielded().isEmpty)
    try installation.advance(to: "2025-01-07T22:30")
    #expect(try installation.shielded().isEmpty)
  }

  @Test("an allow-only rule shields everything but its list")
  func allowOnly() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try installation(scratch, at: "2025-01-06T08:59")
    try add("Only", "09:00", "17:00", ["--allow-only"], to: installation)
    #expect(!(try installation.platform().allowOnly))
    try installation.advance(to: "2025-01-06T09:00")
    #expect(try installation.platform().allowOnly)
    let allowed: ShieldReport = try installation.json("shield", "show", Self.app)
    let other: ShieldReport = try installation.json("shield", "show", "/usr/bin/md5sum")
    #expect(!allowed.shielded)
    #expect(other.shielded)
    try installation.advance(to: "2025-01-06T17:00")
    #expect(!(try installation.platform().allowOnly))
  }

  @Test("a soft unblock ends with its window, and the next window blocks again")
  func softUnblock() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try installation(scratch, at: "2025-01-06T10:00")
    try add("Focus", "09:00", "17:00", to: installation)
    #expect(try installation.blocking() == ["Focus"])
    try installation.run("rule", "unblock", "Focus")
    #expect(try installation.shielded().isEmpty)
    #expect(try installation.rules().map(\.status) == ["Unblocked until 17:00"])
    try installation.advance(to: "2025-01-06T16:59")
    #expect(try installation.shielded().isEmpty)
    try installation.advance(to: "2025-01-06T17:00")
    #expect(try installation.rules().map(\.status) == ["Starts in 16h"])
    try installation.advance(to: "2025-01-07T09:00")
    #expect(try installation.blocking() == ["Focus"])
  }

  @Test("an open is granted for a quarter of an hour, and after the last one there is no other")
  func opens() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try installation(scratch, at: "2025-01-06T10:00")
    try installation.run(
      "rule", "add", "open-limit", "Twice", "--opens", "2", "--days", "everyday", "--list", "games")
    for left in [2, 1] {
      let shield: ShieldReport = try installation.json("shield", "show", Self.app)
      #expect(shield.content.secondaryButton == "Open (\(left) left)")
      #expect(try installation.run("shield", "press", Self.app) != "")
      #expect(try installation.shielded().isEmpty)
      try installation.run("clock", "advance", "14m")
      #expect(try installation.shielded().isEmpty)
      try installation.run("clock", "advance", "1m")
      #expect(try installation.shielded() == [Self.app])
    }
    let spent: ShieldReport = try installation.json("shield", "show", Self.app)
    #expect(spent.content.secondaryButton == nil)
    #expect(spent.content.subtitle == "No opens left today — the block lifts tomorrow.")
    _ = try installation.cli(["shield", "press", Self.app])
    #expect(try installation.shielded() == [Self.app])
    try installation.advance(to: "2025-01-07T00:00")
    let tomorrow: ShieldReport = try installation.json("shield", "show", Self.app)
    #expect(tomorrow.content.secondaryButton == "Open (2 left)")
  }

  @Test(
    "hard mode refuses every way around it, says until when, and changes nothing on disk",
    arguments: [
      ["rule", "unblock", "Focus"], ["rule", "disable", "Focus"], ["rule", "rm", "Focus"],
      ["rule", "edit", "Focus", "--no-hard"], ["rule", "edit", "Focus", "--to", "10:01"],
      ["list", "edit", "games", "--remove-app", Self.app], ["list", "rm", "games", "--detach"],
      ["settings", "set", "uninstall-protection", "off"],
    ])
  func hardMode(words: [String]) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try installation(scratch, at: "2025-01-06T08:00")
    try add("Focus", "09:00", "17:00", ["--hard"], to: installation)
    try installation.run("settings", "set", "uninstall-protection", "on")
    try installation.advance(to: "2025-01-06T10:00")
    let before = try (installation.rules(), installation.files())
    let result = try installation.cli(["--json"] + words)
    #expect(result.status == 1)
    let error = try #require(
      try JSONDecoder().decode([String: Installation.Refusal].self, from: Data(result.out.utf8))[
        "error"])
    #expect(error.code == "hardMode")
    #expect(error.message.contains("\"Focus\""))
    #expect(error.message.contains("17:00"))
    let text = try installation.cli(words)
    #expect(text.status == 1)
    #expect(text.out.isEmpty)
    #expect(text.err.hasPrefix("openapplock: \"Focus\" is in hard mode"))
    #expect(try installation.rules() == before.0)
    #expect(try installation.files() == before.1)
    #expect(try installation.shielded() == [Self.app])
  }
}

extension Installation {
  /// What the rules and the documents of the group are on disk, byte for byte.
  fileprivate func files() throws -> [String: Data] {
    let group = "groups/group.dev.openapplock"
    let documents = try FileManager.default.contentsOfDirectory(atPath: state + "/" + group)
      .filter { $0.hasSuffix(".json") }.map { group + "/" + $0 }
    return try (documents + ["app.sqlite"]).reduce(into: [:]) {
      $0[$1] = try Data(contentsOf: URL(filePath: state + "/" + $1))
    }
  }
}
