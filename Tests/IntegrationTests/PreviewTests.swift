import CivilTime
import Foundation
import OpenAppLockProtocol
import TestSupport
import Testing

@Suite("The days to come, as they are printed")
struct PreviewTests {
  /// The Friday before the night in which the clock goes forward, at noon, with rules of each kind.
  private func installation(_ scratch: Scratch) throws -> Installation {
    let installation = try Installation(
      in: scratch,
      options: [
        "--enforce", "none", "--clock", "virtual", "--start", "2025-03-28T12:00", "--zone",
        "Europe/Berlin",
      ])
    try installation.run("list", "add", "games", "--app", "/usr/bin/sha256sum")
    try installation.run("rule", "add", "--preset", "Lights Out", "--list", "games")
    try installation.run(
      "rule", "add", "schedule", "Work", "--from", "09:00", "--to", "17:00", "--days", "weekdays",
      "--list", "games", "--hard")
    try installation.run(
      "rule", "add", "time-limit", "Budget 10", "--minutes", "90", "--days", "weekends", "--list",
      "games")
    try installation.run(
      "rule", "add", "open-limit", "budget 9", "--opens", "1", "--days", "sun", "--list", "games")
    try installation.run("rule", "add", "schedule", "Old", "--list", "games", "--disabled")
    try installation.run("rule", "add", "schedule", "Empty")
    return installation
  }

  @Test("a rule's days, with what is special about them")
  func rule() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try installation(scratch)
    #expect(
      try installation.run("rule", "preview", "Lights Out", "--days", "3") == """
        Lights Out  Schedule, Starts in 11h
          Fri 28 Mar  23:00 – 06:30 Sat  7 hours 30 minutes
          Sat 29 Mar  23:00 – 06:30 Sun  6 hours 30 minutes; 1 hour shorter: the clock goes forward
          Sun 30 Mar  23:00 – 06:30 Mon  7 hours 30 minutes

        """)
    #expect(
      try installation.run("rule", "preview", "Work", "--days", "1") == """
        Work  Schedule, 5h left
          Fri 28 Mar  09:00 – 17:00  8 hours; 5h left

        """)
    #expect(
      try installation.run("rule", "preview", "Budget 10", "--days", "1") == """
        Budget 10  Time Limit, Starts in 12h
          Not due in what is left of today.

        """)
    #expect(try installation.run("rule", "preview", "Old") == "Old  Schedule, Disabled\n")
    let lines = try installation.run("rule", "preview", "Work").split(separator: "\n")
    #expect(lines.count == 11, "ten weekdays in fourteen days")
  }

  @Test("the week of all rules together, by day and time, and what is never due")
  func week() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try installation(scratch)
    #expect(
      try installation.run("preview", "--days", "3") == """
        Fri 28 Mar
          09:00 – 17:00      Work        8 hours; 5h left
          23:00 – 06:30 Sat  Lights Out  7 hours 30 minutes

        Sat 29 Mar
          1 hour 30 minutes  Budget 10
          23:00 – 06:30 Sun  Lights Out  6 hours 30 minutes; 1 hour shorter: the clock goes forward

        Sun 30 Mar
          1 open             budget 9
          1 hour 30 minutes  Budget 10
          23:00 – 06:30 Mon  Lights Out  7 hours 30 minutes

        Never
          Empty  No apps selected
          Old    Disabled

        """)
    #expect(try installation.run("preview").contains("Thu 3 Apr"), "seven days")
    let report: PreviewReport = try installation.json("preview", "--days", "3")
    #expect(report.zone == "Europe/Berlin")
    #expect(report.from.description == "2025-03-28")
    #expect(
      report.rules.map(\.name) == ["budget 9", "Budget 10", "Empty", "Lights Out", "Old", "Work"])
    #expect(
      report.rules.filter { !$0.isEverDue }.map(\.status) == ["No apps selected", "Disabled"])
    let night = try #require(
      report.entries.first { $0.date.description == "2025-03-29" && $0.start != nil })
    #expect(night.start?.description == "2025-03-29T22:00:00Z")
    #expect(night.end?.description == "2025-03-30T04:30:00Z")
    #expect(night.note == "1 hour shorter: the clock goes forward")
  }

  @Test("nothing to look ahead at is said, and so is what can't be")
  func nothing() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--enforce", "none"])
    #expect(try installation.run("preview").hasPrefix("No rules yet."))
    #expect(try installation.cli(["rule", "preview", "nothing"]).status == 1)
    for days in ["0", "367", "-1", "many", "1.5"] {
      let result = try installation.cli(["preview", "--days", days])
      #expect(result.status == 64)
      #expect(result.err.contains("1 to 366"))
    }
  }
}
