import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import Testing

@Suite("What the app has the platform monitor")
struct SchedulerTests {
  /// A rule of 45 minutes a day, whose counting a restart would begin anew.
  private func budget(_ fixture: AppFixture, minutes: Int = 45) throws {
    try fixture.addList("games", "org.test.Chess")
    var input = RuleInput()
    input.name = "budget"
    input.minutes = minutes
    input.list = "games"
    try fixture.ask(RuleAdd(kind: .timeLimit, input: input))
  }

  private func activities(_ fixture: AppFixture) throws -> [String: MonitoredActivity] {
    try fixture.askPlatform(ActivityList()).activities
  }

  @Test("a window that crosses midnight is monitored as two activities")
  func midnight() throws {
    let fixture = try AppFixture()
    try fixture.addList("games", "org.test.Chess")
    let rule = try fixture.addSchedule("night", "23:00", "06:30", list: "games")
    #expect(
      try activities(fixture).keys.sorted() == ["sched-\(rule.id)", "sched2-\(rule.id)"])
    try fixture.ask(fixture.edit("night") { $0.to = try TimeOfDay(parsing: "23:30") })
    #expect(try activities(fixture).keys.sorted() == ["sched-\(rule.id)"])
  }

  @Test("a time limit has an event for each minute of its budget")
  func events() throws {
    let fixture = try AppFixture()
    try budget(fixture, minutes: 3)
    let events = try activities(fixture).values.flatMap(\.events.keys).sorted()
    #expect(events == ["minutes-1", "minutes-2", "minutes-3"])
  }

  @Test(
    "nothing that leaves a rule's plan alone restarts its activity",
    arguments: ["rename", "other rule", "refresh", "restart of the app", "restart of the platform"])
  func untouched(change: String) throws {
    let fixture = try AppFixture()
    try budget(fixture)
    let starts = fixture.starts(of: "rule-")
    #expect(starts == 1)
    switch change {
    case "rename": try fixture.ask(fixture.edit("budget") { $0.name = "games a day" })
    case "other rule":
      try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
      try fixture.ask(RuleDisable(rule: "focus"))
      try fixture.ask(RuleEnable(rule: "focus"))
    case "refresh": try fixture.ask(AppRefresh())
    case "restart of the app":
      fixture.stopApp()
      try fixture.startApp()
    default:
      try fixture.stopPlatform()
      try fixture.startPlatform()
      try fixture.wait("the app's return") { fixture.refusal(of: AppStatus()) == nil }
    }
    #expect(fixture.starts(of: "rule-") == starts)
  }

  @Test("a budget that is raised restarts the activity, and only that one")
  func raised() throws {
    let fixture = try AppFixture()
    try budget(fixture)
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    try fixture.ask(fixture.edit("budget") { $0.minutes = 60 })
    #expect(fixture.starts(of: "rule-") == 2)
    #expect(fixture.starts(of: "sched-") == 1)
  }

  @Test("what can't be monitored is enforced all the same, and status says why (P7)")
  func notMonitored() throws {
    let fixture = try AppFixture("2025-01-06T10:00", limits: .ios)
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("short", "10:00", "10:05", list: "games")
    #expect(try fixture.shielded() == ["org.test.Chess"])
    let faults = try fixture.ask(AppStatus()).faults.filter { $0.code == "notMonitored" }
    #expect(faults.count == 1)
    #expect(faults.first?.message.contains("\"short\"") == true)
    try fixture.pass(.seconds(360))
    #expect(try fixture.shielded() == [])
  }
}
