import Bus
import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import Testing

@Suite("The app on a machine whose clock and zone somebody else sets")
struct ClockTests {
  private func fixture(hard: Bool) throws -> AppFixture {
    let fixture = try AppFixture("2025-01-06T08:00")
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games", hard: hard)
    return fixture
  }

  private func shift(_ fixture: AppFixture, hours: Int64, synchronised: Bool = false) throws {
    try fixture.askPlatform(ClockShift(seconds: hours * 3600, synchronised: synchronised))
  }

  @Test("setting the clock past a window's end opens nothing, and back before it neither (C3)")
  func around() throws {
    let fixture = try fixture(hard: false)
    try fixture.go(to: "2025-01-06T10:00")
    for hours: Int64 in [8, -16, 24, -16] {
      try shift(fixture, hours: hours)
      #expect(try fixture.shielded() == ["org.test.Chess"])
      #expect(try fixture.blocking() == ["focus"])
    }
    let status = try fixture.ask(AppStatus())
    #expect(!status.clock.suspect)
    #expect(!status.faults.map(\.code).contains("clockSuspect"))
    try fixture.go(to: "2025-01-06T17:00")
    #expect(try fixture.shielded().isEmpty)
  }

  @Test("a clock that is set into a window blocks at once, and being set back lifts it at once")
  func into() throws {
    let fixture = try fixture(hard: true)
    try shift(fixture, hours: 2)
    #expect(try fixture.shielded() == ["org.test.Chess"])
    let status = try fixture.ask(AppStatus())
    #expect(status.clock.suspect)
    #expect(status.listsLocked)
    #expect(status.faults.map(\.code).contains("clockSuspect"))
    #expect(try fixture.ask(RuleList()).rules.map(\.status) == ["7h left"])
    #expect(fixture.refusal(of: RuleDisable(rule: "focus")) == "hardMode")
    try shift(fixture, hours: -2)
    #expect(try fixture.shielded().isEmpty)
    #expect(try !fixture.ask(AppStatus()).listsLocked)
  }

  @Test("a time server's time is followed at once")
  func synchronised() throws {
    let fixture = try fixture(hard: false)
    try shift(fixture, hours: 2, synchronised: true)
    #expect(try fixture.blocking() == ["focus"])
    #expect(try !fixture.ask(AppStatus()).clock.suspect)
  }

  @Test("a rule that blocks by the suspect clock alone has no window to pause")
  func unblock() throws {
    let fixture = try fixture(hard: false)
    try shift(fixture, hours: 2)
    #expect(fixture.refusal(of: RuleUnblock(rule: "focus")) == "notScheduled")
    #expect(try fixture.blocking() == ["focus"])
  }

  @Test("another zone lets go of a soft rule at once, and of a hard one at its window's end (W7)")
  func zone() throws {
    let soft = try fixture(hard: false)
    try soft.go(to: "2025-01-06T10:00")
    try soft.askPlatform(ClockZone(zone: "Asia/Tokyo"))
    #expect(try soft.shielded().isEmpty)

    let hard = try fixture(hard: true)
    try hard.go(to: "2025-01-06T10:00")
    try hard.askPlatform(ClockZone(zone: "Asia/Tokyo"))
    #expect(try hard.shielded() == ["org.test.Chess"])
    #expect(hard.refusal(of: RuleRemove(rule: "focus")) == "hardMode")
    #expect(try hard.ask(RuleList()).rules.map(\.status) == ["7h left"])
    try hard.go(to: "2025-01-06T16:59")
    #expect(try hard.blocking() == ["focus"])
    try hard.go(to: "2025-01-06T17:00")
    #expect(try hard.shielded().isEmpty)
  }

  @Test("what is locked stays so when the platform and the app begin another life in another zone")
  func restart() throws {
    let fixture = try fixture(hard: true)
    try fixture.go(to: "2025-01-06T10:00")
    fixture.stopApp()
    try fixture.stopPlatform()
    fixture.clock.set(zone: try Zone(identifier: "Asia/Tokyo"))
    fixture.clock.set(now: fixture.clock.now + .seconds(12 * 3600))
    try fixture.startPlatform()
    try fixture.startApp()
    #expect(try fixture.blocking() == ["focus"])
    #expect(try fixture.shielded() == ["org.test.Chess"])
    #expect(try fixture.ask(AppStatus()).clock.suspect)
  }

  @Test("a rule's report answers everything that can be asked about it")
  func report() throws {
    let fixture = try fixture(hard: false)
    var input = RuleInput()
    input.name = "opens"
    input.opens = 3
    input.days = .everyday
    input.list = "games"
    try fixture.ask(RuleAdd(kind: .openLimit, input: input))
    let rules = try fixture.ask(RuleList()).rules
    let opens = try #require(rules.first { $0.name == "opens" })
    #expect(opens.now.gated)
    #expect(!opens.now.blocks)
    #expect(opens.now.usedOpens == 0)
    #expect(opens.now.usage == "0 of 3 opens today")
    #expect(opens.now.remaining == "3 opens left")
    #expect(opens.now.sessionUntil == nil)
    let status = try fixture.ask(AppStatus())
    #expect(status.gated == ["opens"])
    #expect(status.sites.isEmpty)
    #expect(!status.adultFilter)
    try fixture.go(to: "2025-01-06T09:00")
    #expect(try fixture.ask(RuleList()).rules.filter(\.now.blocks).map(\.name) == ["focus"])
  }
}
