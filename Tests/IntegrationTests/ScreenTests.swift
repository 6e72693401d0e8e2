import OpenAppLockProtocol
import TestSupport
import Testing

/// Section 3 of the rules document, as text: Home, Rules, a rule's detail, Settings.
@Suite("What the screens show")
struct ScreenTests {
  /// A Monday at eleven, with rules of each kind, one of them hard and blocking.
  private func installation(_ scratch: Scratch) throws -> Installation {
    let installation = try Installation(
      in: scratch,
      options: [
        "--enforce", "none", "--clock", "virtual", "--start", "2025-01-06T11:00", "--zone",
        "Europe/Berlin",
      ])
    try installation.run("list", "add", "Games", "--app", "/usr/bin/sha256sum")
    for name in ["Rule 10", "rule 2"] {
      let hard = name == "Rule 10" ? ["--hard"] : []
      let added = try installation.cli(
        [
          "rule", "add", "schedule", name, "--from", "09:00", "--to", "17:00", "--days",
          "weekdays", "--list", "Games",
        ] + hard)
      #expect(added.status == 0, "\(added.err)")
    }
    try installation.run(
      "rule", "add", "open-limit", "zehn", "--opens", "5", "--list", "Games")
    try installation.run(
      "rule", "add", "time-limit", "Écran", "--minutes", "45", "--list", "Games")
    try installation.run("list", "add", "Games 10")
    try installation.run("list", "add", "games 9")
    return installation
  }

  @Test("Home: what blocks, what was used, and what may not be done now, by name")
  func home() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let text = try installation(scratch).run("status")
    #expect(
      text.hasPrefix(
        """
        Currently Blocking
          rule 2   Schedule · 6h left
          Rule 10  Schedule · 6h left  hard mode, no unblocks

        Usage
          Écran  Time Limit · 0m of 45m used today  45m left
          zehn   Open Limit · 0 of 5 opens today    5 opens left

        Shielded Apps
          /usr/bin/sha256sum

        Lists are read-only while a hard rule blocks.
        Nothing counts as use here: no processes are looked at.
        """), "\(text)")
  }

  @Test("Rules: a section for each kind, by name, with the status of each")
  func rules() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try installation(scratch)
    let lines = try installation.run("rule", "ls").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { $0.hasPrefix("  ") && !$0.contains("NAME") ? String($0.dropLast(8)) : String($0) }
    #expect(
      lines == [
        "Schedule", "  NAME     WHEN           DAYS       LIST   STATUS          ID",
        "  rule 2   09:00 – 17:00  Weekdays   Games  6h left         ",
        "  Rule 10  09:00 – 17:00  Weekdays   Games  6h left (hard)  ", "", "Time Limit",
        "  NAME     WHEN           DAYS       LIST   STATUS          ID",
        "  Écran    45m daily      Every day  Games  45m left        ", "", "Open Limit",
        "  NAME     WHEN           DAYS       LIST   STATUS          ID",
        "  zehn     5 opens daily  Every day  Games  5 opens left    ", "",
      ])
    #expect(try installation.rules().map(\.name) == ["Écran", "rule 2", "Rule 10", "zehn"])
  }

  @Test("a rule's detail, and that a hard one can't be changed while it blocks")
  func detail() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try installation(scratch)
    let soft = try installation.run("rule", "show", "rule 2")
    let hard = try installation.run("rule", "show", "Rule 10")
    for text in [soft, hard] {
      #expect(text.contains("  Schedule, 6h left\n"))
      #expect(text.contains("  During this time  09:00 – 17:00\n"))
      #expect(text.contains("  On these days     Weekdays\n"))
      #expect(text.contains("  Block             1 App\n"))
      #expect(text.contains("  Adult websites    Allowed\n"))
    }
    #expect(soft.contains("  Unblocks allowed  Yes\n") && !soft.contains("Hard Mode is on"))
    #expect(hard.contains("  Unblocks allowed  No\n") && hard.contains("  Hard Mode is on"))
  }

  @Test("the gallery has its sections with their subtitles, in text and JSON")
  func gallery() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch)
    let text = try installation.run("rule", "presets")
    for line in [
      "Focus Time  Protect your deep-work hours.",
      "Rest & Recharge  Wind the day down on schedule.",
      "Healthy Balance  Make room for what matters.",
    ] { #expect(text.contains(line)) }
    let sections: [GallerySection] = try installation.json("rule", "presets")
    #expect(sections.map(\.title) == ["Focus Time", "Rest & Recharge", "Healthy Balance"])
    let night = try #require(sections[1].presets.last)
    #expect(night.name == "Lights Out" && night.kind == "schedule" && night.mode == "block")
    #expect(night.from == "23:00" && night.to == "06:30" && night.days.count == 7)
  }

  private struct GallerySection: Decodable {
    struct Preset: Decodable {
      let name: String
      let kind: String
      let mode: String
      let from: String
      let to: String
      let days: [String]
    }
    let title: String
    let presets: [Preset]
  }

  @Test("Settings and the library of lists, read-only while a hard rule blocks")
  func settings() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try installation(scratch)
    #expect(
      try installation.run("settings", "get") == """
        uninstall-protection  off
        supervised-users      default

        """)
    let lists = try installation.run("list", "ls")
    #expect(lists.hasSuffix("\n\nLists are read-only while a hard rule blocks.\n"))
    #expect(lists.contains("Écran, rule 2, Rule 10, zehn"))
    let reports: [ListReport] = try installation.json("list", "ls")
    #expect(reports.map(\.name) == ["Games", "games 9", "Games 10"])
    try installation.advance(to: "2025-01-06T17:00")
    #expect(try !installation.run("list", "ls").contains("read-only"))
  }
}
