import CivilTime
import Foundation
import OpenAppLockProtocol
import ScreenTimeModel
import ScreenTimeTesting
import TestSupport
import Testing

/// Whole days in seconds; nothing here touches a program of the machine.
@Suite("Rules under a clock that a test moves")
struct VirtualClockTests {
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
    let rules = try RulePlatform(at: start)
    defer { rules.end() }
    try rules.add("Focus", from, to)
    let zone = try Zone(identifier: "Europe/Berlin")
    let (firstInstant, endInstant) = (
      try zone.instant(parsing: first), try zone.instant(parsing: end)
    )
    let before = firstInstant - .seconds(1)
    for (moment, blocks) in [
      (before, false), (firstInstant, true), (endInstant - .seconds(1), true), (endInstant, false),
    ] {
      let now = try rules.status().clock.now
      try rules.platform.advance(by: moment - now)
      let status = try rules.status()
      #expect(status.clock.now == moment)
      #expect(status.shielded.map(\.rawValue) == (blocks ? [RulePlatform.app] : []), "at \(moment)")
      #expect(status.blocking.map(\.until) == (blocks ? [endInstant] : []))
      #expect(status.faults.map(\.code) == ["notEnforced"], "as it was started")
    }
  }

  @Test("a day that is off is free, and the window belongs to the day that it starts on")
  func days() throws {
    // A Monday, early: the night that goes on belongs to Sunday.
    let rules = try RulePlatform(at: "2025-01-06T05:00")
    defer { rules.end() }
    try rules.add("Nights", "22:00", "06:00", days: "mon")
    #expect(try rules.platform.shieldedApplications().isEmpty)
    try rules.platform.advance(to: "2025-01-06T22:00")
    #expect(!(try rules.platform.shieldedApplications().isEmpty))
    try rules.platform.advance(to: "2025-01-07T05:59")
    #expect(!(try rules.platform.shieldedApplications().isEmpty))
    try rules.platform.advance(to: "2025-01-07T06:00")
    #expect(try rules.platform.shieldedApplications().isEmpty)
    try rules.platform.advance(to: "2025-01-07T22:30")
    #expect(try rules.platform.shieldedApplications().isEmpty)
  }

  @Test("an allow-only rule shields everything but its list")
  func allowOnly() throws {
    let rules = try RulePlatform(at: "2025-01-06T08:59")
    defer { rules.end() }
    try rules.add("Only", "09:00", "17:00", ["--allow-only"])
    #expect(!(try rules.platform.isShielded(RulePlatform.other)))
    try rules.platform.advance(to: "2025-01-06T09:00")
    #expect(try rules.platform.isShielded(RulePlatform.other))
    let allowed: ShieldReport = try rules.json("shield", "show", RulePlatform.app)
    let other: ShieldReport = try rules.json("shield", "show", RulePlatform.other)
    #expect(!allowed.shielded)
    #expect(other.shielded)
    try rules.platform.advance(to: "2025-01-06T17:00")
    #expect(!(try rules.platform.isShielded(RulePlatform.other)))
  }

  @Test("a soft unblock ends with its window, and the next window blocks again")
  func softUnblock() throws {
    let rules = try RulePlatform(at: "2025-01-06T10:00")
    defer { rules.end() }
    try rules.add("Focus", "09:00", "17:00")
    #expect(try rules.blocking() == ["Focus"])
    try rules.run("rule", "unblock", "Focus")
    #expect(try rules.platform.shieldedApplications().isEmpty)
    #expect(try rules.rules().map(\.status) == ["Unblocked until 17:00"])
    try rules.platform.advance(to: "2025-01-06T16:59")
    #expect(try rules.platform.shieldedApplications().isEmpty)
    try rules.platform.advance(to: "2025-01-06T17:00")
    #expect(try rules.rules().map(\.status) == ["Starts in 16h"])
    try rules.platform.advance(to: "2025-01-07T09:00")
    #expect(try rules.blocking() == ["Focus"])
  }

  @Test("an open is granted for a quarter of an hour, and after the last one there is no other")
  func opens() throws {
    let rules = try RulePlatform(at: "2025-01-06T10:00")
    defer { rules.end() }
    try rules.run(
      "rule", "add", "open-limit", "Twice", "--opens", "2", "--days", "everyday", "--list", "games")
    for left in [2, 1] {
      let shield: ShieldReport = try rules.json("shield", "show", RulePlatform.app)
      #expect(shield.content.secondaryButton == "Open (\(left) left)")
      #expect(try rules.run("shield", "press", RulePlatform.app) != "")
      #expect(try rules.platform.shieldedApplications().isEmpty)
      try rules.platform.advance(by: .minutes(14))
      #expect(try rules.platform.shieldedApplications().isEmpty)
      try rules.platform.advance(by: .minutes(1))
      #expect(try rules.platform.shieldedApplications() == [RulePlatform.app])
    }
    let spent: ShieldReport = try rules.json("shield", "show", RulePlatform.app)
    #expect(spent.content.secondaryButton == nil)
    #expect(spent.content.subtitle == "No opens left today — the block lifts tomorrow.")
    _ = try rules.cli(["shield", "press", RulePlatform.app])
    #expect(try rules.platform.shieldedApplications() == [RulePlatform.app])
    try rules.platform.advance(to: "2025-01-07T00:00")
    let tomorrow: ShieldReport = try rules.json("shield", "show", RulePlatform.app)
    #expect(tomorrow.content.secondaryButton == "Open (2 left)")
  }

  @Test(
    "hard mode refuses every way around it, says until when, and changes nothing on disk",
    arguments: [
      ["rule", "unblock", "Focus"], ["rule", "disable", "Focus"], ["rule", "rm", "Focus"],
      ["rule", "edit", "Focus", "--no-hard"], ["rule", "edit", "Focus", "--to", "10:01"],
      ["list", "edit", "games", "--remove-app", RulePlatform.app],
      ["list", "rm", "games", "--detach"],
      ["settings", "set", "uninstall-protection", "off"],
    ])
  func hardMode(words: [String]) throws {
    let rules = try RulePlatform(at: "2025-01-06T08:00")
    defer { rules.end() }
    try rules.add("Focus", "09:00", "17:00", ["--hard"])
    try rules.run("settings", "set", "uninstall-protection", "on")
    try rules.platform.advance(to: "2025-01-06T10:00")
    let before = try (rules.rules(), rules.files())
    let result = try rules.cli(["--json"] + words)
    #expect(result.status == 1)
    let error = try #require(
      try JSONDecoder().decode([String: Installation.Refusal].self, from: Data(result.out.utf8))[
        "error"])
    #expect(error.code == "hardMode")
    #expect(error.message.contains("\"Focus\""))
    #expect(error.message.contains("17:00"))
    let text = try rules.cli(words)
    #expect(text.status == 1)
    #expect(text.out.isEmpty)
    #expect(text.err.hasPrefix("openapplock: \"Focus\" is in hard mode"))
    #expect(try rules.rules() == before.0)
    #expect(try rules.files() == before.1)
    #expect(try rules.platform.shieldedApplications() == [RulePlatform.app])
  }
}
