import CivilTime
import OpenAppLockRules
import OpenAppLockShared
import TestSupport
import Testing

@Suite("The ledger")
struct UsageLedgerTests {
  /// A threshold, when it is told, and what becomes of it after 18 minutes were recorded.
  struct Row: Sendable, CustomTestStringConvertible {
    let about: String
    let minutes: Int
    let now: String
    let becomes: UsageLedger.Recording
    let testDescription: String

    init(_ about: String, _ minutes: Int, _ now: String, _ becomes: UsageLedger.Recording) {
      self.about = about
      self.minutes = minutes
      self.now = now
      self.becomes = becomes
      testDescription = about
    }
  }

  @Test(
    "a threshold only ever adds to today (L3)",
    arguments: [
      Row("one more", 19, "2025-01-06T10:00", .recorded(minutes: 19)),
      Row("a leap, where some got lost", 40, "2025-01-06T10:00", .recorded(minutes: 40)),
      Row("the same again", 18, "2025-01-06T10:00", .known(minutes: 18)),
      Row("a lower one, late", 7, "2025-01-06T10:00", .known(minutes: 18)),
      Row("yesterday's, told after midnight", 45, "2025-01-07T00:10", .stale),
      Row("as many as have passed since midnight", 10, "2025-01-07T00:10", .recorded(minutes: 10)),
      Row("one more than have passed", 11, "2025-01-07T00:10:59", .stale),
      Row("none at all", 0, "2025-01-06T10:00", .stale),
    ])
  func thresholds(row: Row) throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let rule = try rule(1, budget(45))
    let ten = LocalDay(try moment("2025-01-06T10:00"))
    _ = try group.stores.usage.record(minutes: 18, of: rule, on: ten)
    let becomes = try group.stores.usage.record(
      minutes: row.minutes, of: rule, on: LocalDay(try moment(row.now)))
    #expect(becomes == row.becomes)
    let kept = try group.usage(of: rule, on: "2025-01-06").minutes
    #expect(kept == (row.now < "2025-01-07" ? max(18, row.minutes) : 18))
  }

  @Test("nothing is counted for a rule that is off, not due today or of another kind (L3)")
  func notCounted() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let monday = LocalDay(try moment("2025-01-06T10:00"))
    let rules = [
      try rule(1, budget(45), isEnabled: false), try rule(2, budget(45), days: [.tuesday]),
      try rule(3, budget(45), days: []), try rule(4, budget(45), apps: []), try rule(5, opens(3)),
      try rule(6, schedule("09:00", "17:00")),
    ]
    for rule in rules {
      #expect(try group.stores.usage.record(minutes: 5, of: rule, on: monday) == .stale)
      #expect(try group.usage(of: rule, on: "2025-01-06") == .none)
    }
  }

  @Test("minutes since midnight are minutes that passed, also when clocks change")
  func clockChange() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let rule = try rule(1, budget(1440))
    let spring = LocalDay(try moment("2025-03-30T03:30", "Europe/Berlin"))
    #expect(try group.stores.usage.record(minutes: 151, of: rule, on: spring) == .stale)
    #expect(
      try group.stores.usage.record(minutes: 150, of: rule, on: spring) == .recorded(minutes: 150))
    let autumn = LocalDay(try moment("2025-10-26T03:30", "Europe/Berlin"))
    #expect(
      try group.stores.usage.record(minutes: 270, of: rule, on: autumn) == .recorded(minutes: 270))
  }

  @Test("measured use makes up for thresholds that nobody told of, and is never more than possible")
  func catchingUp() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let day = LocalDay(try moment("2025-01-06T00:40:59"))
    let lost = try rule(1, budget(45))
    let told = try rule(2, budget(45), apps: [chat])
    let spent = try rule(3, budget(15))
    let more = try rule(4, budget(45))
    let off = try rule(5, budget(45), isEnabled: false)
    _ = try group.stores.usage.record(minutes: 18, of: told, on: day)
    try group.stores.usage.catchUp(
      [(lost, 20), (told, 17), (spent, 20), (more, 41), (off, 20)], on: day)
    let minutes = try [lost, told, spent, more, off].map {
      try group.usage(of: $0, on: "2025-01-06").minutes
    }
    #expect(minutes == [20, 18, 15, 40, 0])
  }

  @Test("a date that comes again finds its ledger as it was, and others stay closed (L1)")
  func dateComesAgain() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let rule = try rule(1, budget(45))
    let record = { (minutes: Int, now: String, zone: String) in
      try group.stores.usage.record(minutes: minutes, of: rule, on: LocalDay(try moment(now, zone)))
    }
    #expect(try record(30, "2025-01-06T23:30", "Asia/Tokyo") == .recorded(minutes: 30))
    #expect(try record(2, "2025-01-07T00:30", "Asia/Tokyo") == .recorded(minutes: 2))
    #expect(try record(20, "2025-01-06T12:00", "America/New_York") == .known(minutes: 30))
    #expect(try record(31, "2025-01-06T12:00", "America/New_York") == .recorded(minutes: 31))
    #expect(try group.usage(of: rule, on: "2025-01-07").minutes == 2)
  }

  @Test("old dates go, but not because the clock was ahead for a moment")
  func pruning() throws {
    let rule = try rule(1, budget(45)).id
    let start = try CivilDate(parsing: "2025-01-01")
    var book = UsageBook()
    for day in 0..<UsageBook.keptDates {
      book.record(minutes: 1, of: rule, on: start.adding(days: day))
    }
    book.record(minutes: 1, of: rule, on: try CivilDate(parsing: "2040-01-01"))
    #expect(book.dates.count == UsageBook.keptDates)
    #expect(book.usage(of: rule, on: start) == .none)
    #expect(book.usage(of: rule, on: start.adding(days: 1)).minutes == 1)
    book.record(minutes: 9, of: rule, on: start)
    #expect(book.usage(of: rule, on: start).minutes == 9)
  }

  @Test("an open that is given back is only one")
  func refunds() throws {
    let rule = try rule(1, opens(3)).id
    let date = try CivilDate(parsing: "2025-01-06")
    var book = UsageBook()
    book.spendOpen(of: rule, on: date)
    book.spendOpen(of: rule, on: date)
    book.refundOpen(of: rule, on: date)
    #expect(book.usage(of: rule, on: date).opens == 1)
    book.refundOpen(of: rule, on: date)
    book.refundOpen(of: rule, on: date)
    #expect(book.usage(of: rule, on: date).opens == 0)
  }
}
