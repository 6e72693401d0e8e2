import Bus
import CivilTime
import OpenAppLock
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import Testing

@Suite("What the app has the platform enforce")
struct AppEnforcementTests {
  @Test("a schedule rule blocks from its start to its end, without any extension")
  func edges() throws {
    let fixture = try AppFixture()
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    #expect(try fixture.shielded() == [])
    try fixture.go(to: "2025-01-06T09:00:30")
    #expect(try fixture.shielded() == ["org.test.Chess"])
    #expect(try fixture.blocking() == ["focus"])
    try fixture.go(to: "2025-01-06T17:00:30")
    #expect(try fixture.shielded() == [])
  }

  @Test("a rule that is made inside its window blocks before the answer")
  func atOnce() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    let rule = try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    #expect(rule.status == "7h left")
    #expect(try fixture.shielded() == ["org.test.Chess"])
  }

  @Test("allow only blocks every app but the list's")
  func allowOnly() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("work", "org.test.Editor")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "work") { $0.mode = .allowOnly }
    let shielded = try fixture.shielded()
    #expect(shielded.contains("org.test.Chess"))
    #expect(!shielded.contains("org.test.Editor"))
  }

  @Test("an unblock lifts the one rule's shield until its window ends, and comes back the next day")
  func unblock() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    let answer = try fixture.ask(RuleUnblock(rule: "focus"))
    #expect(answer.value.status == "Unblocked until 17:00")
    #expect(try fixture.shielded() == [])
    try fixture.go(to: "2025-01-07T09:00:30")
    #expect(try fixture.shielded() == ["org.test.Chess"])
  }

  @Test("minutes that no callback told of are counted by the app's own loop")
  func lostMinutes() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    var input = RuleInput()
    input.name = "budget"
    input.days = .everyday
    input.list = .list("games")
    input.minutes = 3
    try fixture.ask(RuleAdd(kind: .timeLimit, input: input))
    let reporter = try #require(fixture.platform).server.connectInProcess(
      as: "test", attributes: ["appGroup": StateLayout.groupIdentifier])
    defer { reporter.close() }
    let chess = try ApplicationToken(parsing: "org.test.Chess")
    _ = try reporter.request(UsageForeground(applications: [chess]), within: .seconds(30))
    try fixture.go(to: "2025-01-06T10:02:30")
    #expect(try fixture.ask(RuleShow(rule: "budget")).now.usedMinutes == 2)
    #expect(try fixture.shielded() == [])
    try fixture.go(to: "2025-01-06T10:03:30")
    #expect(try fixture.blocking() == ["budget"])
    #expect(try fixture.shielded() == ["org.test.Chess"])
  }

  @Test("a press on what no open limit shields today is refused, because none is scheduled")
  func pressOnDayOff() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    var input = RuleInput()
    input.name = "opens"
    input.days = [.tuesday]
    input.list = .list("games")
    input.opens = 3
    try fixture.ask(RuleAdd(kind: .openLimit, input: input))
    let chess = try ApplicationToken(parsing: "org.test.Chess")
    #expect(
      fixture.refusal(of: AppPress(app: chess, action: .secondaryButtonPressed)) == "notScheduled")
  }

  @Test("a rule that doesn't block now can't be unblocked")
  func nothingToUnblock() throws {
    let fixture = try AppFixture()
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    #expect(fixture.refusal(of: RuleUnblock(rule: "focus")) == "notScheduled")
  }

  @Test("an edit is worked out before the answer, in both directions")
  func edited() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    try fixture.ask(fixture.edit("focus") { $0.from = try TimeOfDay(parsing: "11:00") })
    #expect(try fixture.shielded() == [])
    try fixture.ask(fixture.edit("focus") { $0.from = try TimeOfDay(parsing: "08:00") })
    #expect(try fixture.shielded() == ["org.test.Chess"])
  }

  @Test("an edit that ends the window earlier ends the pause with it")
  func shorterPause() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    try fixture.ask(RuleUnblock(rule: "focus"))
    let answer = try fixture.ask(
      fixture.edit("focus") { $0.to = try TimeOfDay(parsing: "12:00") })
    #expect(answer.value.status == "Unblocked until 12:00")
    try fixture.ask(fixture.edit("focus") { $0.to = try TimeOfDay(parsing: "17:00") })
    try fixture.go(to: "2025-01-06T12:00:30")
    #expect(try fixture.shielded() == ["org.test.Chess"])
  }

  @Test("two rules that use one list both follow it when it changes")
  func sharedList() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("one", "09:00", "17:00", list: "games")
    try fixture.addSchedule("two", "09:30", "12:00", list: "games")
    let mines = FamilyActivitySelection(
      applicationTokens: [try ApplicationToken(parsing: "org.test.Mines")])
    try fixture.ask(ListEdit(list: "games", input: ListInput(adding: mines)))
    #expect(try fixture.shielded() == ["org.test.Chess", "org.test.Mines"])
    try fixture.ask(RuleDisable(rule: "one"))
    #expect(try fixture.shielded() == ["org.test.Chess", "org.test.Mines"])
    try fixture.ask(RuleDisable(rule: "two"))
    #expect(try fixture.shielded() == [])
  }

  @Test("a rule that is removed leaves no shield and no activity behind")
  func removed() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    try fixture.ask(RuleRemove(rule: "focus"))
    #expect(try fixture.shielded() == [])
    #expect(try fixture.askPlatform(ActivityList()).activities.isEmpty)
  }

  @Test("a store whose rule is gone is cleared by the next refresh")
  func orphan() throws {
    let fixture = try AppFixture()
    let stray = "rule-00000000-0000-4000-8000-000000000007"
    var changes = StoreChanges()
    changes.shieldedApplications = .set([try ApplicationToken(parsing: "org.test.Chess")])
    try fixture.askPlatform(StoreChange(store: stray, changes: changes))
    #expect(try fixture.shielded() == ["org.test.Chess"])
    try fixture.pass(.seconds(30))
    #expect(try fixture.shielded() == [])
  }

  @Test("a shield that somebody cleared comes back with the next tick")
  func cleared() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    let rule = try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    try fixture.askPlatform(StoreChange(store: "rule-\(rule.id)", changes: .clearingAll))
    #expect(try fixture.shielded() == [])
    try fixture.pass(.seconds(30))
    #expect(try fixture.shielded() == ["org.test.Chess"])
  }

  @Test("an open-limit rule shields as soon as it is there, and is listed under usage")
  func gate() throws {
    let fixture = try AppFixture()
    try fixture.addList("chat", "org.test.Chat")
    var input = RuleInput()
    input.name = "opens"
    input.opens = 5
    input.list = "chat"
    try fixture.ask(RuleAdd(kind: .openLimit, input: input))
    let status = try fixture.ask(AppStatus())
    #expect(status.shielded.map(\.rawValue) == ["org.test.Chat"])
    #expect(status.blocking.isEmpty)
    #expect(status.usage.map(\.label) == ["Open Limit · 0 of 5 opens today"])
    #expect(status.usage.map(\.remaining) == ["5 opens left"])
    #expect(status.usage.map(\.opens) == [0])
  }
}
