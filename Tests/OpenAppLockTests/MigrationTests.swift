import CivilTime
import Foundation
import Glibc
import OpenAppLockRules
import ScreenTimeModel
import TestSupport
import Testing

@testable import OpenAppLock

/// A file of the first layout, in which each rule has a selection of its own, is kept with these tests.
@Suite("A rules' file of the first layout")
struct MigrationTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")

  /// A copy of the kept file.
  private func oldFile(_ scratch: Scratch) throws -> String {
    let path = scratch.file("app.sqlite")
    try FileManager.default.copyItem(
      atPath: Self.fixtures.appending(path: "first-schema.sqlite").path, toPath: path)
    return path
  }

  /// Every rule of the first layout that a file holds, a line each.
  private func oldRules(_ path: String) throws -> [String] {
    let database = try Database.open(at: path)
    return try database.rows("SELECT * FROM blocking_rule ORDER BY id") {
      row throws(StorageError) in
      (Int32(0)..<15).map { row.text($0) ?? "NULL" }.joined(separator: "|")
    }
  }

  private func apps(_ names: String...) throws -> Set<ApplicationToken> {
    Set(try names.map { try ApplicationToken(parsing: $0) })
  }

  @Test("the kept file is what its statements make")
  func fixture() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let made = scratch.file("made.sqlite")
    let sql = try String(
      contentsOf: Self.fixtures.appending(path: "first-schema.sql"), encoding: .utf8)
    do { try Database.open(at: made).execute(sql) }
    #expect(try oldRules(made) == oldRules(oldFile(scratch)))
    #expect(try oldRules(made).count == 7)
  }

  @Test("each distinct selection becomes one list, named after its first rule and shared")
  func lists() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let repository = try RuleRepository(at: oldFile(scratch))
    let lists = try repository.lists()
    #expect(
      lists.map(\.name) == [
        "Morning Focus Apps", "In the Zone Apps", "In the Zone 2 Apps", "Two lines Apps",
      ])
    #expect(
      lists.first?.selection
        == FamilyActivitySelection(
          applicationTokens: try apps("org.example.Chess", "org.example.Mines"),
          categoryTokens: [try ActivityCategoryToken(parsing: "social")]))
    let names = Dictionary(uniqueKeysWithValues: lists.map { ($0.id, $0.name) })
    #expect(
      try repository.rules().map { [$0.name, $0.list.flatMap { names[$0] } ?? "none"] } == [
        ["Morning Focus", "Morning Focus Apps"], ["Lights Out", "Morning Focus Apps"],
        ["In the Zone", "In the Zone Apps"], ["In the Zone 2", "In the Zone 2 Apps"],
        ["Five a Day", "none"], ["Sunday", "none"], ["Two lines", "Two lines Apps"],
      ])
  }

  @Test("everything else about a rule is as it was")
  func rules() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let rules = try RuleRepository(at: oldFile(scratch)).rules()
    let time = { try TimeOfDay(parsing: $0) }
    #expect(
      rules.map(\.configuration) == [
        .schedule(ScheduleConfig(window: .init(from: try time("08:00"), to: try time("11:30")))),
        .schedule(
          ScheduleConfig(
            window: .init(from: try time("23:00"), to: try time("06:30")),
            blockAdultContent: true)),
        .schedule(
          ScheduleConfig(
            window: .init(from: try time("09:00"), to: .midnight), selectionMode: .allowOnly)),
        .timeLimit(try TimeLimitConfig(dailyLimitMinutes: 30)),
        .openLimit(try OpenLimitConfig(maxOpens: 7)),
        .schedule(ScheduleConfig(window: .init(from: try time("09:00"), to: try time("20:00")))),
        .schedule(ScheduleConfig(window: .init(from: try time("09:00"), to: try time("17:00")))),
      ])
    #expect(
      rules.map(\.days) == [
        .weekdays, .everyday, .weekends, [.monday], [], [.sunday], [.tuesday],
      ])
    #expect(rules.map(\.hardMode) == [false, true, false, false, false, false, false])
    #expect(rules.map(\.isEnabled) == [true, true, true, true, true, false, true])
    #expect(rules[3].pausedUntil == Instant(milliseconds: 1_736_200_800_000))
    #expect(rules[0].id.rawValue == "5f0c1b5e-7d0a-4d61-9a53-000000000001")
    #expect(rules[0].createdAt == Instant(milliseconds: 1_736_150_400_000))
  }

  @Test("it is moved once; opened again, nothing is added and nothing goes")
  func idempotent() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = try oldFile(scratch)
    let first = try { (try $0.rules(), try $0.lists()) }(try RuleRepository(at: path))
    let second = try { (try $0.rules(), try $0.lists()) }(try RuleRepository(at: path))
    #expect(first.0 == second.0)
    #expect(first.1 == second.1)
  }

  @Test("the old file is kept beside the new one, as it was")
  func oldIsKept() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = try oldFile(scratch)
    let before = try oldRules(path)
    do { _ = try RuleRepository(at: path) }
    #expect(try oldRules(path + ".before-1") == before)
    #expect(try Database.open(at: path).hasTable("blocking_rule") == false)
  }

  @Test("a new file has nothing that would have to be kept")
  func fresh() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    do { _ = try RuleRepository(at: scratch.file("app.sqlite")) }
    #expect(try scratch.names().filter { $0.contains("before") } == [])
  }

  @Test(
    "a rule that makes no sense stops the move, and the old file stays as it was",
    arguments: [
      "UPDATE blocking_rule SET days = '[8]' WHERE name = 'Sunday'",
      "UPDATE blocking_rule SET selection = '{\"applications\": 5}' WHERE name = 'Lights Out'",
      "UPDATE blocking_rule SET start_minutes = -1 WHERE name = 'Morning Focus'",
      "UPDATE blocking_rule SET kind = 'timer' WHERE name = 'Sunday'",
      "UPDATE blocking_rule SET daily_limit_minutes = 0 WHERE kind = 'timeLimit'",
      "UPDATE blocking_rule SET id = 'one' WHERE name = 'Sunday'",
    ])
  func nonsense(sql: String) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = try oldFile(scratch)
    do { try Database.open(at: path).execute(sql) }
    let before = try oldRules(path)
    #expect { try RuleRepository(at: path) } throws: { ($0 as? StorageError)?.code == .damaged }
    #expect(try oldRules(path) == before)
    #expect(try Database.open(at: path).hasTable("rule") == false)
  }

  @Test("names that are taken are told apart, and none is longer than a name may be")
  func names() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = try oldFile(scratch)
    let long = String(repeating: "x", count: 300)
    do {
      try Database.open(at: path).execute(
        """
        UPDATE blocking_rule SET name = '\(long)' WHERE name IN ('Morning Focus', 'In the Zone');
        UPDATE blocking_rule SET name = ' ' WHERE name IN ('Five a Day', 'Two' || char(10) || 'lines');
        """)
    }
    let repository = try RuleRepository(at: path)
    let rules = try repository.rules().map(\.name)
    let lists = try repository.lists().map(\.name)
    #expect(Set(rules).count == 7 && rules.allSatisfy { $0.unicodeScalars.count <= 200 })
    #expect(Set(lists).count == 4 && lists.allSatisfy { $0.unicodeScalars.count <= 200 })
    #expect(
      lists.contains { $0.hasSuffix("x Apps") } && lists.contains { $0.hasSuffix("x Apps 2") })
    #expect(rules.contains("Gatekeeper") && rules.contains("In the Zone"))
  }

  @Test("a file of a newer program is refused before a byte of it is changed")
  func newerIsUntouched() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = try oldFile(scratch)
    do {
      try Database.open(at: path).execute(
        "CREATE TABLE migration (name TEXT PRIMARY KEY); INSERT INTO migration VALUES ('9 more')")
    }
    let before = try Data(contentsOf: URL(filePath: path))
    #expect { try RuleRepository(at: path) } throws: { ($0 as? StorageError)?.code == .newer }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(try scratch.names() == ["app.sqlite"])
  }

  @Test(
    "killed at any call that writes, it leaves the old rules or the new ones, and goes on later",
    arguments: ["pwrite64", "fdatasync,fsync", "rename,renameat,renameat2", "ftruncate,unlink"])
  func interrupted(calls: String) throws {
    guard isRoot, unsafe access("/usr/bin/strace", X_OK) == 0 else {
      return Skip.say("killing at a system call needs root and strace")
    }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    var wasKilled = 0
    for count in 1...6 {
      let state = try scratch.makeFolder("state\(count)")
      let path = state + "/app.sqlite"
      try FileManager.default.copyItem(
        atPath: Self.fixtures.appending(path: "first-schema.sqlite").path, toPath: path)
      let before = try oldRules(path)
      let tracer = try scratch.start(
        "/usr/bin/strace",
        [
          "-f", "-o", "/dev/null", "-e", "trace=" + calls, "-e",
          "inject=\(calls):signal=SIGKILL:when=\(count)", BuiltProgram.path("openapplock"),
          "--state", state, "serve",
        ], environment: ["OPENAPPLOCK_STATE": nil])
      let hasEnded = {
        !tracer.isRunning || (tracer.output + tracer.errors).contains("serving")
      }
      #expect(poll(within: .seconds(30), until: hasEnded))
      wasKilled += tracer.isRunning ? 0 : 1
      for process in ProcessView.descendants(of: tracer.pid) { process.send(SIGTERM) }
      _ = try tracer.waitForExit(within: .seconds(30))

      if try Database.open(at: path).hasTable("blocking_rule") {
        #expect(try oldRules(path) == before, "\(calls) \(count): the old ones, whole")
        #expect(try Database.open(at: path).hasTable("rule") == false)
      }
      let repository = try RuleRepository(at: path)
      #expect(try repository.rules().count == 7, "\(calls) \(count)")
      #expect(try repository.lists().count == 4, "\(calls) \(count)")
    }
    #expect(wasKilled > 0, "there is such a call")
  }
}
