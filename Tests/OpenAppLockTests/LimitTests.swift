import Bus
import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import Testing

/// Decision P6: what the platform doesn't take on is refused when it is saved, whenever it would be due.
@Suite("What is over the platform's limits")
struct LimitTests {
  /// At ten o'clock, with a list `games` of one app, another, `many`, that holds too much for iOS, and no rule.
  private func fixture(_ test: String = #function) throws -> AppFixture {
    let fixture = try AppFixture("2025-01-06T10:00", limits: .ios, test: test)
    try fixture.addList("games", "org.test.Chess")
    try fixture.ask(ListAdd(input: ListInput(name: "many", adding: try many(51))))
    return fixture
  }

  private func many(_ count: Int) throws -> FamilyActivitySelection {
    FamilyActivitySelection(
      applicationTokens: Set(
        try (0..<count).map { try ApplicationToken(parsing: "org.test.Many\($0)") }))
  }

  /// Whether a refusal has the code and says number and limit, and nothing is different after it.
  private func refuses<R: BusRequest>(
    _ request: R, _ fixture: AppFixture, saying number: String, _ limit: String
  ) throws -> Bool {
    let before = try (fixture.ask(RuleList()).rules, fixture.ask(ListList()).lists)
    do {
      _ = try fixture.ask(request)
      return false
    } catch {
      let after = try (fixture.ask(RuleList()).rules, fixture.ask(ListList()).lists)
      return error.code == .overLimit && error.message.contains(number)
        && error.message.contains(limit) && error.hint != nil && before == after
    }
  }

  @Test(
    "a rule with too large a list is refused, due now or not",
    arguments: [("09:00", "17:00"), ("20:00", "21:00")])
  func addedRule(from: String, to: String) throws {
    let fixture = try fixture()
    #expect { try fixture.addSchedule("focus", from, to, list: "many") } throws: { error in
      let error = error as? BusError
      return error?.code == .overLimit && error?.message.contains("51") == true
        && error?.message.contains("50") == true
    }
    #expect(try fixture.ask(RuleList()).rules.isEmpty)
    #expect(try fixture.shielded() == [])
    let faults = try fixture.ask(AppStatus()).faults
    #expect(!faults.contains { $0.code == "overLimit" || $0.code == "notMonitored" })
  }

  @Test("so is one that gets such a list, or is switched on with one")
  func editedRule() throws {
    let fixture = try fixture()
    try fixture.addSchedule("late", "20:00", "21:00", list: "games")
    #expect(
      try refuses(fixture.edit("late") { $0.list = "many" }, fixture, saying: "51", "50"))
    try fixture.addSchedule("off", "20:00", "21:00", list: "many") { $0.isEnabled = false }
    #expect(try refuses(RuleEnable(rule: "off"), fixture, saying: "51", "50"))
    #expect(try refuses(fixture.edit("off") { $0.isEnabled = true }, fixture, saying: "51", "50"))
  }

  @Test(
    "a list that grows over the limit is refused while a rule uses it",
    arguments: ["09:00", "20:00"])
  func grownList(from: String) throws {
    let fixture = try fixture()
    try fixture.addSchedule("focus", from, "21:00", list: "games")
    let edit = ListEdit(list: "games", input: ListInput(adding: try many(50)))
    #expect(try refuses(edit, fixture, saying: "51", "50"))
    #expect(try fixture.ask(ListShow(list: "games")).apps.map(\.rawValue) == ["org.test.Chess"])
    try fixture.ask(ListEdit(list: "games", input: ListInput(adding: try many(49))))
  }

  @Test("more rules than there are activities are refused, also by an edit of a window")
  func activities() throws {
    let fixture = try fixture()
    for number in 1...19 {
      try fixture.addSchedule("rule \(number)", "20:00", "21:00", list: "games")
    }
    #expect(throws: BusError.self) {
      try fixture.addSchedule("night", "23:00", "06:00", list: "games")
    }
    try fixture.addSchedule("last", "20:00", "21:00", list: "games")
    let night = try fixture.edit("last") { $0.to = try .init(parsing: "06:00") }
    #expect(try refuses(night, fixture, saying: "21", "20"))
    try fixture.addSchedule("off", "20:00", "21:00", list: "games") { $0.isEnabled = false }
    try fixture.addSchedule("no apps", "20:00", "21:00", list: nil)
    #expect(try refuses(RuleEnable(rule: "off"), fixture, saying: "21", "20"))
    #expect(try refuses(fixture.edit("no apps") { $0.list = "games" }, fixture, saying: "21", "20"))
    try fixture.ask(RuleDisable(rule: "last"))
    try fixture.ask(RuleEnable(rule: "off"))
  }

  @Test("what is over the limit already may be made less, and be changed otherwise")
  func alreadyOver() throws {
    let fixture = try AppFixture("2025-01-06T10:00", limits: .ios, platform: false)
    try fixture.ask(ListAdd(input: ListInput(name: "many", adding: try many(55))))
    try fixture.addSchedule("late", "20:00", "21:00", list: "many")
    try fixture.startPlatform()
    try fixture.wait("the platform") { (try? fixture.ask(AppStatus())) != nil }
    #expect(fixture.refusal(of: try fixture.edit("late") { $0.name = "later" }) == nil)
    #expect(
      fixture.refusal(of: ListEdit(list: "many", input: ListInput(removing: try many(2)))) == nil)
    #expect(
      fixture.refusal(of: ListEdit(list: "many", input: ListInput(adding: try many(1))))
        == "overLimit")
  }

  @Test("the platform of this machine has no limit of tokens")
  func linux() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.ask(ListAdd(input: ListInput(name: "many", adding: try many(60))))
    try fixture.addSchedule("focus", "09:00", "17:00", list: "many")
    #expect(try fixture.shielded().count == 60)
  }
}
