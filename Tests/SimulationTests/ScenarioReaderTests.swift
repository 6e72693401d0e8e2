import CivilTime
import Foundation
import ScreenTimeModel
import Simulation
import Testing

@Suite("Reading a scenario")
struct ScenarioReaderTests {
  private func read(_ text: String) throws(ScenarioError) -> Scenario {
    try ScenarioReader.read(Data(text.utf8))
  }

  /// A file that is right but for the parts that are given.
  private func file(
    start: String = "2025-01-06T08:00", more: String = "", steps: String = ""
  ) -> String {
    """
    {"start": "\(start)", "lists": {"games": {"apps": ["org.example.Chess"]}}, \(more)
     "steps": [\(steps)]}
    """
  }

  @Test(
    "what it doesn't know is an error that names it and its place",
    arguments: [
      ("{", "", "not JSON"),
      ("[]", "", "expected an object, found a list"),
      (#"{"start": "2025-01-06T08:00", "start": "2025-01-07T08:00"}"#, "", "twice"),
      (#"{"about": "\ud800", "start": "2025-01-06T08:00", "steps": []}"#, "", "not JSON"),
      (#"{"steps": []}"#, "", "\"start\" is missing"),
      (#"{"start": "2025-01-06T08:00"}"#, "", "\"steps\" is missing"),
      (#"{"start": "yesterday", "steps": []}"#, "start", "yesterday"),
      (#"{"zone": "Mars", "start": "2025-01-06T08:00", "steps": []}"#, "zone", "Mars"),
      (#"{"start": "2025-01-06T08:00", "colour": 1, "steps": []}"#, "", "\"colour\""),
      (#"{"start": "2025-01-06T08:00", "limits": "mac", "steps": []}"#, "", "\"mac\""),
      (
        #"{"start": "2025-01-06T08:00", "rules": {"r": {"kind": "lunch"}}, "steps": []}"#,
        "rules.r.kind", "\"lunch\""
      ),
      (
        #"{"start": "2025-01-06T08:00", "rules": {"r": {"minutes": 5}}, "steps": []}"#,
        "rules.r", "\"kind\" is missing"
      ),
    ])
  func files(text: String, place: String, part: String) throws {
    let error = #expect(throws: ScenarioError.self) { try read(text) }
    #expect(error?.place == place)
    #expect(error?.message.contains(part) == true, "\(String(describing: error))")
  }

  @Test(
    "a step that isn't one is an error with its number",
    arguments: [
      (#"{"fly": "home"}"#, "steps[0]", "\"fly\""),
      (#"{"at": "2025-01-06T09:00", "advance": "1h"}"#, "steps[0]", "advance and at"),
      (#"{"at": "2025-01-06T09:00", "at": "2025-01-06T10:00"}"#, "", "twice"),
      (#"{"advance": "soon"}"#, "steps[0].advance", "soon"),
      (#"{"advance": "40000d"}"#, "steps[0].advance", "ten years"),
      (#"{"use": "org.example.Chess"}"#, "steps[0]", "needs \"for\""),
      (#"{"use": "chess club", "for": "1m"}"#, "steps[0].use", "chess club"),
      (#"{"advance": "1m", "times": 2}"#, "steps[0]", "\"times\" belongs to another verb"),
      (#"{"expect": {"happy": true}}"#, "steps[0].expect", "\"happy\""),
      (#"{"expect": {"ok": "yes"}}"#, "steps[0].expect.ok", "true or false"),
      (#"{"press": "org.example.Chess", "times": 0}"#, "steps[0].times", "1 to 1000"),
      (#"{"clock": "3h"}"#, "steps[0].clock", "sign"),
      (#"{"callbacks": "dance"}"#, "steps[0].callbacks", "dance"),
      (#"{"kill": "time"}"#, "steps[0].kill", "time"),
      (#"{"damage": "car"}"#, "steps[0].damage", "car"),
      (#"{"app": "ajar"}"#, "steps[0].app", "ajar"),
      (#"{"callbacks": "delay 0s"}"#, "steps[0].callbacks", "no length"),
      (#"{"callbacks": "delay"}"#, "steps[0].callbacks", "delay 10m"),
      (#"{"press": "org.example.Chess", "times": 1.5}"#, "steps[0].times", "1.5"),
      (#"{"unblock": "focsu"}"#, "steps[0].unblock", "no rule \"focsu\""),
      (#"{"editList": "gamse", "set": {}}"#, "steps[0].editList", "no list \"gamse\""),
      (#"{"expect": {"status": {"focsu": "1h left"}}}"#, "steps[0].expect.status.focsu", "focsu"),
      (#"{"expect": {"blocking": ["focsu"]}}"#, "steps[0].expect.blocking[0]", "focsu"),
      (
        #"{"addRule": "r", "rule": {"kind": "openLimit", "opens": 1, "list": "gamse"}}"#,
        "steps[0].rule.list", "known at this point: games"
      ),
      (
        #"{"addRule": "r", "rule": {"kind": "openLimit", "hard": null}}"#, "steps[0].rule.hard",
        "null"
      ),
      (#"{"note": null}"#, "steps[0].note", "null"),
    ])
  func steps(step: String, place: String, part: String) throws {
    let error = #expect(throws: ScenarioError.self) { try read(file(steps: step)) }
    #expect(error?.place == place)
    #expect(error?.message.contains(part) == true, "\(String(describing: error))")
  }

  @Test("what is no JSON is told with its line, its column and what stands there")
  func textPlace() throws {
    let text = "{\n \"start\": \"2025-01-06T08:00\",\n \"about\": \"ä\", \"start\": 1}"
    let error = #expect(throws: ScenarioError.self) { try read(text) }
    #expect(
      error?.message.contains("line 3, column 17: start\": 1}") == true,
      "\(String(describing: error))")
  }

  @Test("a mark that an editor put before the file is no part of it")
  func mark() throws {
    let text = file(steps: #"{"advance": "1m"}"#)
    #expect(try ScenarioReader.read(Data([0xEF, 0xBB, 0xBF] + text.utf8)).steps.count == 1)
  }

  @Test("a name is known from the step on that gives it, and a rule keeps its kind")
  func names() throws {
    let add = #"{"addRule": "late", "rule": {"kind": "openLimit", "opens": 2, "list": "games"}}"#
    let edit = #"{"edit": "late", "set": {"list": null, "opens": 3}}"#
    let scenario = try read(file(steps: add + "," + edit))
    guard case .edit("late", let fields) = scenario.steps[1].verb else {
      Issue.record("the second step edits")
      return
    }
    #expect(fields.list == .some(nil))
    #expect(fields.opens == 3)
    #expect(throws: ScenarioError.self) { try read(file(steps: edit + "," + add)) }
    let error = #expect(throws: ScenarioError.self) {
      try read(file(steps: add + #", {"edit": "late", "set": {"kind": "schedule"}}"#))
    }
    #expect(error?.place == "steps[1].set")
  }

  @Test("a reading is an instant of the zone that is in force at its step")
  func zones() throws {
    let scenario = try read(
      file(
        more: #""zone": "Europe/Berlin","#,
        steps: #"""
          {"at": "2025-01-06T09:00"}, {"zone": "America/New_York"}, {"at": "2025-01-06T09:00"},
          {"zone": "Europe/Berlin"}, {"at": "2025-10-26T02:30+01:00"}
          """#))
    #expect(
      scenario.steps.map(\.verb) == [
        .at(try Instant(parsing: "2025-01-06T08:00:00Z")),
        .zone(try Zone(identifier: "America/New_York")),
        .at(try Instant(parsing: "2025-01-06T14:00:00Z")),
        .zone(try Zone(identifier: "Europe/Berlin")),
        .at(try Instant(parsing: "2025-10-26T01:30:00Z")),
      ])
  }

  @Test("a reading that the clock shows twice needs an offset")
  func twice() throws {
    let error = #expect(throws: ScenarioError.self) {
      try read(
        file(more: #""zone": "Europe/Berlin","#, steps: #"{"at": "2025-10-26T02:30"}"#))
    }
    #expect(error?.place == "steps[0].at")
    #expect(error?.message.contains("twice") == true)
  }

  @Test("every app that is named anywhere is installed, with the categories that it is given")
  func apps() throws {
    let scenario = try read(
      file(
        more: #""apps": {"org.example.Mines": {"category": "games"}},"#,
        steps:
          #"{"use": ["org.example.Editor"], "for": "1m"}, {"expect": {"open": ["org.example.Chat"]}}"#
      ))
    #expect(
      scenario.apps.keys.map(\.rawValue).sorted() == [
        "org.example.Chat", "org.example.Chess", "org.example.Editor", "org.example.Mines",
      ])
    let mines = try ApplicationToken(parsing: "org.example.Mines")
    #expect(scenario.apps[mines]?.map(\.rawValue) == ["games"])
  }

  @Test(
    "spans are numbers with units",
    arguments: [("90s", 90), ("15m", 900), ("8h", 28_800), ("2d", 172_800), ("1h30m", 5400)])
  func spans(text: String, seconds: Int) throws {
    #expect(try SpanReader.duration(text) == .seconds(seconds))
  }

  @Test(
    "other spellings of spans are refused",
    arguments: ["", "5", "m", "-5m", "1.5h", "5 m", "9999d"])
  func malformedSpans(text: String) {
    #expect(throws: ScenarioError.self) { try SpanReader.duration(text) }
  }
}
