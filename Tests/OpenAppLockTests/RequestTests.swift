import Bus
import CivilTime
import Foundation
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel
import ScreenTimeProtocol
import Testing

@Suite("What is asked of the app")
struct RequestTests {
  @Test("the answer to a new rule says what was stored, defaults included")
  func defaults() throws {
    let fixture = try AppFixture()
    let rule = try fixture.ask(RuleAdd(kind: .schedule, input: RuleInput())).value
    #expect(rule.name == "In the Zone")
    #expect(rule.days == .weekdays)
    #expect(rule.status == "No apps selected")
    #expect(try fixture.ask(RuleShow(rule: "In the Zone")) == rule)
  }

  @Test("a preset brings its name, window and days")
  func preset() throws {
    let fixture = try AppFixture()
    try fixture.addList("games", "org.test.Chess")
    var input = RuleInput()
    input.list = "games"
    let rule = try fixture.ask(RuleAdd(preset: "Lights Out", input: input)).value
    #expect(rule.name == "Lights Out")
    #expect(rule.days == .everyday)
    #expect(rule.list == "games")
    #expect(fixture.refusal(of: RuleAdd(preset: "Nap", input: input)) == "notFound")
  }

  @Test(
    "a name that can't be one is refused",
    arguments: ["a\nb", "a\u{7}b", "a\u{202E}b", String(repeating: "x", count: 10_000)])
  func badNames(name: String) throws {
    let fixture = try AppFixture()
    var input = RuleInput()
    input.name = name
    #expect(fixture.refusal(of: RuleAdd(kind: .schedule, input: input)) == "invalid")
    #expect(fixture.refusal(of: ListAdd(input: ListInput(name: name))) == "invalid")
    #expect(try fixture.ask(RuleList()).rules.isEmpty)
    #expect(try fixture.ask(ListList()).lists.isEmpty)
  }

  @Test("a list without a name is refused", arguments: ["", "  ", "\u{A0}"])
  func blankList(name: String) throws {
    #expect(try AppFixture().refusal(of: ListAdd(input: ListInput(name: name))) == "invalid")
  }

  @Test("two rules, or two lists, can't share a name")
  func taken() throws {
    let fixture = try AppFixture()
    try fixture.addList("games", "org.test.Chess")
    #expect(fixture.refusal(of: ListAdd(input: ListInput(name: " games "))) == "invalid")
    try fixture.addSchedule("focus", "09:00", "17:00", list: nil)
    var input = RuleInput()
    input.name = "focus"
    #expect(fixture.refusal(of: RuleAdd(kind: .openLimit, input: input)) == "invalid")
    try fixture.addSchedule("other", "09:00", "17:00", list: nil)
    #expect(fixture.refusal(of: try fixture.edit("other") { $0.name = "focus" }) == "invalid")
    #expect(fixture.refusal(of: try fixture.edit("focus") { $0.name = "focus" }) == nil)
  }

  @Test("a rule to which nobody gives a name has the usual one, with a number where it is taken")
  func nameless() throws {
    let fixture = try AppFixture()
    var blank = RuleInput()
    blank.name = " \u{A0}"
    let added = try [RuleInput(), blank, RuleInput()].map { input in
      try fixture.ask(RuleAdd(kind: .timeLimit, input: input)).value.name
    }
    #expect(added == ["Time Keeper", "Time Keeper 2", "Time Keeper 3"])
    let presets = try (1...2).map { _ in
      try fixture.ask(RuleAdd(preset: "Lights Out", input: RuleInput())).value.name
    }
    #expect(presets == ["Lights Out", "Lights Out 2"])
    _ = try fixture.ask(fixture.edit("Time Keeper 2") { $0.name = "" })
    #expect(try fixture.ask(RuleShow(rule: "Time Keeper 2")).name == "Time Keeper 2")
  }

  @Test("budgets outside what a day has are refused", arguments: [-1, 0, 1441])
  func minutes(minutes: Int) throws {
    var input = RuleInput()
    input.minutes = minutes
    #expect(
      try AppFixture().refusal(of: RuleAdd(kind: .timeLimit, input: input)) == "invalid")
  }

  @Test("an option of another kind is a usage error that says which kind has it")
  func foreignOptions() throws {
    let fixture = try AppFixture()
    try fixture.addSchedule("focus", "09:00", "17:00", list: nil)
    #expect { try fixture.ask(fixture.edit("focus") { $0.minutes = 5 }) } throws: { error in
      let error = error as? BusError
      return error?.code == .usage && error?.hint?.contains("time-limit") == true
    }
  }

  @Test("an edit that says nothing is a usage error")
  func emptyEdit() throws {
    let fixture = try AppFixture()
    try fixture.addSchedule("focus", "09:00", "17:00", list: nil)
    try fixture.addList("games", "org.test.Chess")
    #expect(fixture.refusal(of: try fixture.edit("focus") { _ in }) == "usage")
    #expect(fixture.refusal(of: ListEdit(list: "games", input: ListInput())) == "usage")
    #expect(fixture.refusal(of: SettingsSet()) == "usage")
  }

  @Test("a rule goes by its name, its id, or the beginning of its id")
  func references() throws {
    let fixture = try AppFixture()
    let rule = try fixture.addSchedule("focus", "09:00", "17:00", list: nil)
    let id = rule.id.rawValue
    for reference in ["focus", id, String(id.prefix(8)), id.uppercased()] {
      #expect(try fixture.ask(RuleShow(rule: reference)).id == rule.id)
    }
    for reference in ["Focus", "", "zzzz", id + "0"] {
      #expect(fixture.refusal(of: RuleShow(rule: reference)) == "notFound")
    }
  }

  @Test("the beginning of two ids is ambiguous, but a whole name never is")
  func ambiguous() throws {
    let fixture = try AppFixture()
    var first: [Character: RuleReport] = [:]
    var pair: String?
    // Seventeen ids can't all begin with another digit.
    for number in 0..<17 {
      let rule = try fixture.addSchedule("rule \(number)", "09:00", "17:00", list: nil)
      let digit = try #require(rule.id.rawValue.first)
      if first.updateValue(rule, forKey: digit) != nil { pair = String(digit) }
    }
    let prefix = try #require(pair)
    #expect(fixture.refusal(of: RuleShow(rule: prefix)) == "ambiguous")
    try fixture.addSchedule(prefix, "09:00", "17:00", list: nil)
    #expect(try fixture.ask(RuleShow(rule: prefix)).name == prefix)
  }

  @Test(
    "the shell and what isn't there can't be in a list", arguments: ["/usr/bin/bash", "org.none"])
  func badApps(name: String) throws {
    let fixture = try AppFixture()
    let apps = FamilyActivitySelection(applicationTokens: [try ApplicationToken(parsing: name)])
    #expect { try fixture.ask(ListAdd(input: ListInput(name: "x", adding: apps))) } throws: {
      let error = $0 as? BusError
      return error?.code == .invalid && error?.hint != nil
    }
    #expect(try fixture.ask(ListList()).lists.isEmpty)
    try fixture.addList("games", "org.test.Chess")
    #expect(
      fixture.refusal(of: ListEdit(list: "games", input: ListInput(adding: apps))) == "invalid")
  }

  @Test("a list that a rule uses stays, unless it is to be detached")
  func listInUse() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    #expect { try fixture.ask(ListRemove(list: "games")) } throws: { error in
      let error = error as? BusError
      return error?.code == .listInUse && error?.message.contains("\"focus\"") == true
    }
    let removed = try fixture.ask(ListRemove(list: "games", detach: true))
    #expect(removed.value.detached == ["focus"])
    #expect(try fixture.ask(RuleShow(rule: "focus")).status == "No apps selected")
    #expect(try fixture.shielded() == [])
  }

  @Test("a list that is null is taken from the rule, one that isn't said stays")
  func noList() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    let edit = { (input: String) throws in
      try fixture.ask(
        try JSONDecoder().decode(
          OpenAppLockProtocol.RuleEdit.self,
          from: Data("{\"rule\": \"focus\", \"input\": \(input)}".utf8))
      ).value
    }
    #expect(try edit("{\"hard\": false}").list == "games")
    #expect(try fixture.shielded() == ["org.test.Chess"])
    let rule = try edit("{\"list\": null}")
    #expect(rule.list == nil)
    #expect(rule.status == "No apps selected")
    #expect(try fixture.shielded() == [])
    #expect(try edit("{\"list\": \"games\"}").list == "games")
    #expect(try fixture.shielded() == ["org.test.Chess"])
  }

  @Test("taking out of a list what isn't in it is refused")
  func notInList() throws {
    let fixture = try AppFixture()
    try fixture.addList("games", "org.test.Chess")
    let mines = FamilyActivitySelection(
      applicationTokens: [try ApplicationToken(parsing: "org.test.Mines")])
    #expect(
      fixture.refusal(of: ListEdit(list: "games", input: ListInput(removing: mines))) == "invalid")
  }

  @Test("settings come back as they were set, and reach the platform")
  func settings() throws {
    let fixture = try AppFixture()
    try fixture.ask(
      SettingsSet(uninstallProtection: true, supervisedUsers: .only([1000, 1001])))
    let settings = try fixture.ask(SettingsGet())
    #expect(settings.uninstallProtection)
    #expect(settings.supervisedUsers == .only([1000, 1001]))
    #expect(try fixture.askPlatform(PlatformStatus()).supervisedUsers == [1000, 1001])
  }
}
