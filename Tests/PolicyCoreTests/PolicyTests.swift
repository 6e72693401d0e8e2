import CivilTime
import Foundation
import PolicyCore
import Testing

/// A whole policy, to be changed by tests.
let example: [String: PolicyValue] = [
  "timezone": .text("Europe/Berlin"), "daily_limit_minutes": .number(60),
  "allowed_start": .text("07:00"), "allowed_end": .text("20:00"), "reward_minutes": .number(15),
  "daily_bonus_cap_minutes": .number(40), "challenge_questions": .number(10),
  "challenge_max_operand": .number(12), "challenge_operations": .texts(["add", "multiply"]),
]

/// The example with some fields changed.
func policy(_ changes: [String: PolicyValue] = [:]) throws -> FamilyPolicy {
  try FamilyPolicy(fields: example.merging(changes) { _, new in new })
}

/// The fields that a set of changes makes wrong.
func wrong(_ changes: [String: PolicyValue?]) -> [String] {
  var fields = example
  for (name, value) in changes { fields[name] = value }
  do {
    _ = try FamilyPolicy(fields: fields)
    return []
  } catch {
    return error.problems.map(\.field)
  }
}

@Suite("A family's policy")
struct PolicyTests {
  @Test("comes out of a document as it went in, with all fields and no other")
  func roundTrip() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = try encoder.encode(policy())
    let expected =
      #"{"allowed_end":"20:00","allowed_start":"07:00","challenge_max_operand":12,"#
      + #""challenge_operations":["add","multiply"],"challenge_questions":10,"#
      + #""daily_bonus_cap_minutes":40,"daily_limit_minutes":60,"reward_minutes":15,"#
      + #""timezone":"Europe\/Berlin"}"#
    #expect(String(decoding: text, as: UTF8.self) == expected)
    #expect(try JSONDecoder().decode(FamilyPolicy.self, from: text) == policy())
  }

  @Test(
    "takes each number from its lowest to its highest, and nothing beyond",
    arguments: PolicyField.allCases.filter { $0.range != nil })
  func ranges(field: PolicyField) throws {
    let range = try #require(field.range)
    // A whole day of minutes leaves nothing to earn, and the other way round.
    let room: [String: PolicyValue?] =
      field == .dailyLimitMinutes
      ? ["daily_bonus_cap_minutes": .number(0)] : ["daily_limit_minutes": .number(0)]
    for value in [range.lowerBound, range.upperBound] {
      #expect(wrong(room.merging([field.rawValue: .number(value)]) { $1 }) == [])
    }
    for value in [range.lowerBound - 1, range.upperBound + 1] {
      #expect(wrong(room.merging([field.rawValue: .number(value)]) { $1 }) == [field.rawValue])
    }
    for value: PolicyValue in [.text("5"), .texts([]), .other("null")] {
      #expect(wrong([field.rawValue: value]) == [field.rawValue])
    }
  }

  @Test("refuses a day of more minutes than it has")
  func sum() {
    let total: [String: PolicyValue?] = [
      "daily_limit_minutes": .number(1400), "daily_bonus_cap_minutes": .number(40),
    ]
    #expect(wrong(total) == [])
    #expect(
      wrong(total.merging(["daily_bonus_cap_minutes": .number(41)]) { $1 })
        == ["daily_bonus_cap_minutes"])
  }

  @Test(
    "refuses what is no reading of a wall clock in hours and minutes",
    arguments: ["24:00", "7:00", "07:60", "07:00:00", "", "noon", "0７:00"])
  func readings(text: String) {
    #expect(wrong(["allowed_start": .text(text)]) == ["allowed_start"])
  }

  @Test(
    "refuses a zone that isn't one",
    arguments: ["", "Mars/Olympus", "../../etc/passwd", "/usr/share/zoneinfo/UTC"])
  func zones(name: String) {
    #expect(wrong(["timezone": .text(name)]) == ["timezone"])
  }

  @Test(
    "a zone by a name that is nobody's can't be chosen, and is read where it was chosen before",
    arguments: ["localtime", "posixrules", "Factory", "posix/Europe/Berlin", "right/Europe/Berlin"])
  func namesOfNobody(name: String) throws {
    let fields = example.merging(["timezone": .text(name)]) { $1 }
    let error = #expect(throws: PolicyError.self) { try FamilyPolicy(choosing: fields) }
    #expect(error?.problems.map(\.field) == ["timezone"])
    // A machine's tables may lack some of them.
    guard let zone = try? Zone(identifier: name) else { return }
    let read = try FamilyPolicy(fields: fields)
    #expect(read.zone == zone)
    #expect(try JSONDecoder().decode(FamilyPolicy.self, from: JSONEncoder().encode(read)) == read)
    #expect(try read.applying(.none) == read)
  }

  @Test(
    "what can be read can be chosen otherwise", arguments: ["Europe/Berlin", "UTC", "Etc/GMT+3"])
  func choosable(name: String) throws {
    let fields = example.merging(["timezone": .text(name)]) { $1 }
    #expect(try FamilyPolicy(choosing: fields) == FamilyPolicy(fields: fields))
  }

  @Test(
    "asks for at least one operation, each known and each once",
    arguments: [[], ["divide"], ["add", "add"], ["add", "Add"]])
  func operations(names: [String]) {
    #expect(wrong(["challenge_operations": .texts(names)]) == ["challenge_operations"])
  }

  @Test("says all that is wrong at once, a name that is no field among it")
  func everything() {
    let problems = wrong([
      "daily_limit_minuets": .number(60), "daily_limit_minutes": nil,
      "reward_minutes": .number(0), "allowed_end": .other("a truth value"),
    ])
    #expect(
      problems == [
        "daily_limit_minuets", "daily_limit_minutes", "allowed_end", "reward_minutes",
      ])
  }

  @Test(
    "a number in a document is whole or refused",
    arguments: [("60", true), ("60.5", false), ("\"60\"", false), ("true", false), ("null", false)])
  func numbers(text: String, isTaken: Bool) throws {
    let value = try JSONDecoder().decode([PolicyValue].self, from: Data("[\(text)]".utf8))[0]
    #expect(wrong(["daily_limit_minutes": value]).isEmpty == isTaken)
  }

  @Test("a family starts with one that is whole")
  func start() {
    #expect(FamilyPolicy.start(in: .utc).zone == .utc)
  }
}

@Suite("A child's own values")
struct OverrideTests {
  @Test("none inherits everything")
  func none() throws {
    #expect(try policy().applying(.none) == policy())
  }

  @Test("take the place of the family's, and leave the others")
  func some() throws {
    let overrides = try PolicyOverrides(fields: ["daily_limit_minutes": .number(0)])
    #expect(try policy().applying(overrides) == policy(["daily_limit_minutes": .number(0)]))
  }

  @Test("the zone is the whole family's")
  func zone() {
    let error = #expect(throws: PolicyError.self) {
      try PolicyOverrides(fields: ["timezone": .text("UTC"), "nonsense": .number(1)])
    }
    #expect(error?.problems.map(\.field) == ["nonsense", "timezone"])
  }

  @Test(
    "have the bounds of the family's",
    arguments: PolicyField.allCases.filter { $0.range != nil })
  func bounds(field: PolicyField) throws {
    let range = try #require(field.range)
    for value in [range.lowerBound, range.upperBound] {
      let own = try PolicyOverrides(fields: [field.rawValue: .number(value)])
      #expect(own.fields.count == 1)
    }
    for value in [range.lowerBound - 1, range.upperBound + 1] {
      #expect(throws: PolicyError.self) {
        try PolicyOverrides(fields: [field.rawValue: .number(value)])
      }
    }
    #expect(throws: PolicyError.self) {
      try PolicyOverrides(fields: [field.rawValue: .other("null")])
    }
  }

  @Test("right by themselves may be too much beside the family's")
  func together() throws {
    let overrides = try PolicyOverrides(fields: ["daily_bonus_cap_minutes": .number(1440)])
    let error = #expect(throws: PolicyError.self) { try policy().applying(overrides) }
    #expect(error?.problems.map(\.field) == ["daily_bonus_cap_minutes"])
  }
}
