import Bus
import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel
import ScreenTimeProtocol
import Testing

@Suite("Hard mode, refused by the service")
struct HardModeTests {
  /// Nine to five in hard mode, with uninstall protection, at a time of one's choice.
  private func fixture(at time: String) throws -> AppFixture {
    let fixture = try AppFixture("2025-01-06T08:00")
    try fixture.addList("games", "org.test.Chess")
    try fixture.addList("other", "org.test.Mines")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games", hard: true)
    try fixture.ask(SettingsSet(uninstallProtection: true))
    try fixture.go(to: time)
    return fixture
  }

  @Test("before its window a hard rule can be changed like any other")
  func before() throws {
    let fixture = try fixture(at: "2025-01-06T08:30")
    let status = try fixture.ask(AppStatus())
    #expect(!status.listsLocked)
    #expect(!status.removalDenied)
    try fixture.ask(fixture.edit("focus") { $0.to = try TimeOfDay(parsing: "16:00") })
  }

  @Test("while it blocks there is no way around it, and a refusal changes nothing")
  func during() throws {
    let fixture = try fixture(at: "2025-01-06T10:00")
    let rules = try fixture.ask(RuleList()).rules
    let lists = try fixture.ask(ListList()).lists
    let chess = FamilyActivitySelection(
      applicationTokens: [try ApplicationToken(parsing: "org.test.Mines")])
    #expect(fixture.refusal(of: RuleUnblock(rule: "focus")) == "hardMode")
    #expect(fixture.refusal(of: RuleDisable(rule: "focus")) == "hardMode")
    #expect(fixture.refusal(of: RuleRemove(rule: "focus")) == "hardMode")
    #expect(fixture.refusal(of: try fixture.edit("focus") { $0.hardMode = false }) == "hardMode")
    #expect(fixture.refusal(of: try fixture.edit("focus") { $0.isEnabled = false }) == "hardMode")
    #expect(fixture.refusal(of: try fixture.edit("focus") { $0.list = "other" }) == "hardMode")
    #expect(
      fixture.refusal(of: ListEdit(list: "other", input: ListInput(removing: chess))) == "hardMode")
    #expect(fixture.refusal(of: ListEdit(list: "games", input: ListInput(name: "x"))) == "hardMode")
    #expect(fixture.refusal(of: ListRemove(list: "games", detach: true)) == "hardMode")
    #expect(fixture.refusal(of: ListRemove(list: "other")) == "hardMode")
    #expect(fixture.refusal(of: SettingsSet(uninstallProtection: false)) == "hardMode")
    #expect(fixture.refusal(of: SettingsSet(supervisedUsers: .only([7]))) == "hardMode")
    #expect(try fixture.ask(RuleList()).rules == rules)
    #expect(try fixture.ask(ListList()).lists == lists)
    let status = try fixture.ask(AppStatus())
    #expect(status.listsLocked)
    #expect(status.removalDenied)
    #expect(status.shielded.map(\.rawValue) == ["org.test.Chess"])
  }

  @Test("the refusal names the rule and says until when")
  func words() throws {
    let fixture = try fixture(at: "2025-01-06T10:00")
    #expect { try fixture.ask(RuleDisable(rule: "focus")) } throws: { error in
      let message = "\(error)"
      return message.contains("\"focus\"") && message.contains("17:00")
    }
  }

  @Test("while it blocks new lists and rules are made, and other rules get other lists")
  func stillAllowed() throws {
    let fixture = try fixture(at: "2025-01-06T10:00")
    try fixture.addList("third", "org.test.Chat")
    try fixture.addSchedule("late", "20:00", "22:00", list: "games")
    try fixture.ask(fixture.edit("late") { $0.list = "third" })
    try fixture.ask(RuleDisable(rule: "late"))
    try fixture.ask(RuleEnable(rule: "focus"))
    try fixture.ask(SettingsSet(uninstallProtection: true))
  }

  @Test("a rule made hard while it is unblocked blocks again (U2)")
  func hardened() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    try fixture.ask(RuleUnblock(rule: "focus"))
    let answer = try fixture.ask(fixture.edit("focus") { $0.hardMode = true })
    #expect(answer.value.status == "7h left")
    #expect(try fixture.shielded() == ["org.test.Chess"])
  }

  @Test("when its window ends everything is open again")
  func after() throws {
    let fixture = try fixture(at: "2025-01-06T17:00:30")
    let status = try fixture.ask(AppStatus())
    #expect(!status.listsLocked)
    #expect(!status.removalDenied)
    try fixture.ask(SettingsSet(uninstallProtection: false))
    try fixture.ask(RuleRemove(rule: "focus"))
  }

  @Test("without a platform nobody knows the time, and a hard rule stays as it is")
  func timeUnknown() throws {
    let fixture = try AppFixture("2025-01-06T08:00")
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games", hard: true)
    try fixture.addSchedule("soft", "09:00", "17:00", list: "games")
    fixture.stopApp()
    try fixture.stopPlatform()
    try fixture.startApp()
    #expect(fixture.refusal(of: RuleDisable(rule: "focus")) == "unavailable")
    #expect(fixture.refusal(of: ListRemove(list: "games", detach: true)) == "unavailable")
    #expect(fixture.refusal(of: RuleDisable(rule: "soft")) == nil)
  }
}
