import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel
import TestSupport
import Testing

@testable import OpenAppLock

@Suite("The rules' file")
struct RuleRepositoryTests {
  @Test("rules of every kind come back as they were stored, also from a file opened anew")
  func roundTrip() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = scratch.file("app.sqlite")
    let list = try AppList.named("Games")
    var night = try StoredRule.named(
      "Lights Out", number: 2, list: list.id,
      configuration: .schedule(
        ScheduleConfig(
          window: DailyWindow(
            from: try TimeOfDay(hour: 23, minute: 0), to: try TimeOfDay(hour: 6, minute: 30)),
          selectionMode: .allowOnly, blockAdultContent: true)))
    night.hardMode = true
    night.days = []
    night.pausedUntil = Instant(milliseconds: 1_736_154_000_250)
    let rules = [
      try StoredRule.named("Focus", number: 1, list: list.id), night,
      try .named(
        "Budget", number: 3, configuration: .timeLimit(try TimeLimitConfig(dailyLimitMinutes: 45))),
      try .named("Opens", number: 4, configuration: .openLimit(try OpenLimitConfig(maxOpens: 5))),
    ]
    do {
      let repository = try RuleRepository(at: path)
      try repository.insert(list)
      for rule in rules { try repository.insert(rule) }
    }
    let repository = try RuleRepository(at: path)
    #expect(try repository.rules() == rules)
    #expect(try repository.lists() == [list])
  }

  @Test("rules and lists are read again after a change from here, one that failed, and another's")
  func changes() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = scratch.file("app.sqlite")
    let repository = try RuleRepository(at: path)
    let list = try AppList.named("Games")
    try repository.insert(list)
    var focus = try StoredRule.named("Focus", number: 1, list: list.id)
    try repository.insert(focus)
    #expect(try repository.snapshots() == [focus.snapshot(selection: list.selection)])
    focus.name = "Deep focus"
    try repository.update(focus)
    #expect(try repository.rules() == [focus])
    #expect(try repository.snapshots() == [focus.snapshot(selection: list.selection)])
    #expect(throws: StorageError.self) { try repository.insert(focus) }
    #expect(try repository.rules() == [focus])
    focus.hardMode = true
    try RuleRepository(at: path).update(focus)
    #expect(try repository.rules() == [focus])
    try RuleRepository(at: path).remove(list.id)
    #expect(try repository.lists().isEmpty)
    #expect(try repository.snapshots().map(\.selection) == [nil])
  }

  @Test("a list that goes leaves its rules without one")
  func detaching() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let repository = try RuleRepository(at: scratch.file("app.sqlite"))
    let list = try AppList.named("Games")
    try repository.insert(list)
    try repository.insert(StoredRule.named("Focus", number: 1, list: list.id))
    try repository.remove(list.id)
    #expect(try repository.rules().map(\.list) == [nil])
  }

  @Test("a rule can't point to a list that isn't there, and then nothing is stored")
  func foreignKeys() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let repository = try RuleRepository(at: scratch.file("app.sqlite"))
    let rule = try StoredRule.named("Focus", number: 1, list: AppListID(rawValue: "nowhere"))
    #expect(throws: StorageError.self) { try repository.insert(rule) }
    #expect(try repository.rules().isEmpty)
  }

  @Test("who is supervised is kept, and is nobody's wish at first")
  func supervisedUsers() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let repository = try RuleRepository(at: scratch.file("app.sqlite"))
    #expect(try repository.supervisedUsers() == .byDefault)
    try repository.set(supervisedUsers: .only([1000, 1001]))
    #expect(try repository.supervisedUsers() == .only([1000, 1001]))
    try repository.set(supervisedUsers: .byDefault)
    #expect(try repository.supervisedUsers() == .byDefault)
  }

  @Test("a new step of the layout keeps the rules, and is done once")
  func migration() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = scratch.file("app.sqlite")
    let rule = try StoredRule.named("Focus", number: 1)
    do { try RuleRepository(at: path).insert(rule) }
    let next =
      Migration.all + [
        Migration(name: "tomorrow's", sql: "CREATE TABLE tomorrow (x INTEGER) STRICT")
      ]
    do { #expect(try RuleRepository(at: path, migrations: next).rules() == [rule]) }
    #expect(try RuleRepository(at: path, migrations: next).rules() == [rule])
  }

  @Test("a step that fails leaves the file as it was")
  func failingMigration() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = scratch.file("app.sqlite")
    let rule = try StoredRule.named("Focus", number: 1)
    do { try RuleRepository(at: path).insert(rule) }
    let broken =
      Migration.all + [
        Migration(name: "broken", sql: "DELETE FROM rule; INSERT INTO nowhere VALUES (1)")
      ]
    #expect(throws: StorageError.self) { try RuleRepository(at: path, migrations: broken) }
    #expect(try RuleRepository(at: path).rules() == [rule])
  }

  @Test("a file that a newer program wrote is refused and left alone")
  func newer() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = scratch.file("app.sqlite")
    let next =
      Migration.all + [
        Migration(name: "tomorrow's", sql: "CREATE TABLE tomorrow (x INTEGER) STRICT")
      ]
    do { _ = try RuleRepository(at: path, migrations: next) }
    #expect { try RuleRepository(at: path) } throws: { ($0 as? StorageError)?.code == .newer }
  }

  @Test("a change that finds the disk full is told so and changes nothing")
  func full() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let disk = try TinyDisk(in: scratch, kibibytes: 256) else { return }
    let repository = try RuleRepository(at: disk.path + "/app.sqlite")
    let rule = try StoredRule.named("Focus", number: 1)
    try repository.insert(rule)
    try disk.fill()
    let list = try AppList.named(
      "Many", apps: (0..<4000).map { "org.example.Application\($0)" })
    #expect { try repository.insert(list) } throws: { ($0 as? StorageError)?.code == .full }
    #expect(try repository.lists().isEmpty)
    #expect(try repository.rules() == [rule])
  }

  @Test("a disk that can't be written is told so")
  func readOnly() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let disk = try TinyDisk(in: scratch, kibibytes: 1024) else { return }
    let path = disk.path + "/app.sqlite"
    do { try RuleRepository(at: path).insert(StoredRule.named("Focus", number: 1)) }
    try disk.makeReadOnly()
    #expect { try RuleRepository(at: path) } throws: { error in
      [.readOnly, .inaccessible].contains((error as? StorageError)?.code)
    }
  }
}
