import CivilTime
import Foundation
import OpenAppLockRules
import ScreenTimeModel
import Testing

@Suite("Rules as values")
struct ValueTests {
  private func json(_ rule: RuleSnapshot) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(rule), as: UTF8.self)
  }

  @Test("a snapshot is one flat object, with its kind's options and no other's")
  func flat() throws {
    let text = try json(
      try schedule("09:00", "17:00", days: .weekends, pausedUntil: try instant("2025-01-06T17:00")))
    #expect(
      text == """
        {"blockAdultContent":false,"createdAt":"2025-01-01T00:00:00Z","days":["sat","sun"],\
        "from":"09:00","hardMode":false,"id":"00000000-0000-4000-8000-000000000001",\
        "isEnabled":true,"kind":"schedule","name":"Focus","pausedUntil":"2025-01-06T17:00:00Z",\
        "selection":{"applications":["org.example.Chess"],"categories":[],"webDomains":[]},\
        "selectionMode":"block","to":"17:00"}
        """)
    #expect(try json(try timeLimit(45)).contains("\"dailyLimitMinutes\":45"))
    #expect(try json(try openLimit(5)).contains("\"maxOpens\":5"))
  }

  @Test("a snapshot is read back as it was written")
  func roundTrip() throws {
    let rules = [
      try schedule("23:00", "06:30", mode: .allowOnly, adultFilter: true, hard: true),
      try timeLimit(45), try openLimit(5),
      try rule(.openLimit(try OpenLimitConfig(maxOpens: 1)), isEnabled: false, selection: nil),
    ]
    for rule in rules {
      let data = Data(try json(rule).utf8)
      #expect(try JSONDecoder().decode(RuleSnapshot.self, from: data) == rule)
    }
  }

  @Test(
    "a document with options that no rule can have is refused",
    arguments: [
      ("\"dailyLimitMinutes\":45", "\"dailyLimitMinutes\":0"),
      ("\"dailyLimitMinutes\":45", "\"dailyLimitMinutes\":1441"),
      ("\"dailyLimitMinutes\":45", "\"maxOpens\":45"), ("timeLimit", "someLimit"),
      ("\"id\":\"00000000-", "\"id\":\"0000000g-"),
    ])
  func refused(good: String, bad: String) throws {
    let text = try json(try timeLimit(45))
    #expect(text.contains(good))
    let data = Data(text.replacing(good, with: bad).utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(RuleSnapshot.self, from: data) }
  }

  @Test("budgets have bounds, and the error says which", arguments: [-1, 0, 1441, Int.max])
  func bounds(minutes: Int) throws {
    let error = #expect(throws: RuleError.self) { try TimeLimitConfig(dailyLimitMinutes: minutes) }
    #expect(error?.code == .invalid)
    #expect(error?.hint == "choose 1 to 1440 minutes")
    #expect(throws: RuleError.self) { try OpenLimitConfig(maxOpens: -1) }
    #expect(throws: RuleError.self) { try OpenLimitConfig(maxOpens: 1001) }
  }

  @Test("an id is a UUID in lower case, and new ones differ")
  func ids() throws {
    var random = SystemRandomNumberGenerator()
    let made = RuleID(using: &random)
    #expect(made != RuleID(using: &random))
    #expect(try RuleID(parsing: made.rawValue) == made)
    #expect(UUID(uuidString: made.rawValue)?.uuidString.lowercased() == made.rawValue)
    let text = "6F1D3C1E-0B5A-4D0E-9C55-2F7A8F0F9D10"
    #expect(try RuleID(parsing: text).rawValue == text.lowercased())
    let wrong = [
      "", "6f1d3c1e", "6f1d3c1e-0b5a-4d0e-9c55-2f7a8f0f9d1",
      "6f1d3c1e-0b5a-4d0e-9c55-2f7a8f0f9d100",
      "6f1d3c1e0-b5a-4d0e-9c55-2f7a8f0f9d10", "6f1d3c1e--0b5a4d0e-9c55-2f7a8f0f9d10",
      "6f1d3c1e-0b5a-4d0e-9c55-2f7a8f0f9d1g",
    ]
    for text in wrong { #expect(throws: RuleError.self) { try RuleID(parsing: text) } }
    #expect(try id(9) < id(10))
  }

  @Test("ids are the keys of an object")
  func keys() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let data = try encoder.encode([try id(2): 1, try id(1): 2])
    #expect(
      String(decoding: data, as: UTF8.self) == """
        {"00000000-0000-4000-8000-000000000001":2,"00000000-0000-4000-8000-000000000002":1}
        """)
    #expect(try JSONDecoder().decode([RuleID: Int].self, from: data) == [id(2): 1, id(1): 2])
  }

  @Test("a rule without a name gets its kind's")
  func defaultNames() throws {
    #expect(try RuleName.checked("", for: .schedule) == "In the Zone")
    #expect(try RuleName.checked(" \u{3000} ", for: .timeLimit) == "Time Keeper")
    #expect(try RuleName.checked("", for: .openLimit) == "Gatekeeper")
    #expect(try RuleName.checked("  Früh und spät 🌙 ", for: .schedule) == "Früh und spät 🌙")
  }

  @Test(
    "names that would break a line or turn the text around them are refused",
    arguments: ["a\nb", "a\u{7}", "a\u{2028}b", "\u{202E}evil", "\t", "a\u{85}"])
  func badNames(name: String) {
    #expect(throws: RuleError.self) { try RuleName.checked(name, for: .schedule) }
  }

  @Test("a name has at most 200 characters")
  func longNames() throws {
    let longest = String(repeating: "ä", count: 200)
    #expect(try RuleName.checked(longest, for: .schedule) == longest)
    #expect(throws: RuleError.self) { try RuleName.checked(longest + "x", for: .schedule) }
  }

  @Test("an editor's defaults never cover 24 hours")
  func defaults() {
    #expect(!RuleDefaults.window.is24Hours)
    #expect(TimeLimitConfig.allowedMinutes.contains(RuleDefaults.minutes))
    #expect(OpenLimitConfig.allowedOpens.contains(RuleDefaults.opens))
    for kind in RuleKind.allCases { #expect(!RuleDefaults.days(for: kind).isEmpty) }
  }

  @Test("the gallery has its six presets")
  func presets() throws {
    #expect(
      RulePreset.all.map { "\($0.name) \($0.window) \($0.days.summary)" } == [
        "Morning Focus 08:00 – 11:30 Weekdays", "Deep Work 13:30 – 16:00 Weekdays",
        "Evening Reset 21:00 – 23:00 Every day", "Lights Out 23:00 – 06:30 Every day",
        "Family Dinner 18:00 – 19:30 Every day", "Screen-Free Sunday 09:00 – 20:00 Sun",
      ])
    #expect(RulePreset(named: "lights out")?.name == "Lights Out")
    #expect(RulePreset(named: "Lights") == nil)
  }
}

@Suite("The order of names")
struct NaturalOrderTests {
  @Test(
    "names come in the order in which people look for them",
    arguments: [
      ["Rule 1", "Rule 2", "Rule 10", "Rule 10a", "Rule 100"],
      ["apfel", "Äpfel", "Apfelmus", "Zebra"],
      ["Ecole", "École", "ecole 2", "École 10"],
      ["Strasse", "straße 2", "Strasse 3"],
      ["07", "7", "8", "10", "a"],
      ["", " ", "a", "b"],
      ["e\u{301}a", "éb", "ec"],
      ["Łódź", "lodz 2", "Lodzer"],
      ["v1.2.9", "v1.2.10", "v1.10.1"],
      ["99999999999999999999998", "99999999999999999999999", "100000000000000000000000"],
    ])
  func order(names: [String]) {
    for _ in 0..<5 {
      let sorted = names.shuffled().naturallySorted { $0 }
      #expect(sorted.map { Array($0.unicodeScalars) } == expected(names))
    }
  }

  private func expected(_ names: [String]) -> [[Unicode.Scalar]] {
    names.map { Array($0.unicodeScalars) }
  }

  @Test("every pair of names has one order")
  func total() {
    let names = ["a", "A", "á", "a\u{301}", "1", "01", "001", "ß", "ss", "SS", ""]
    for left in names {
      for right in names where Array(left.unicodeScalars) != Array(right.unicodeScalars) {
        let forth = NaturalOrder(left) < NaturalOrder(right)
        let back = NaturalOrder(right) < NaturalOrder(left)
        #expect(forth != back, "\(left) \(right)")
      }
    }
  }
}
