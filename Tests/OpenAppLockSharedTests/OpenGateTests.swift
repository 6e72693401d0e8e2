import CivilTime
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeModel
import TestSupport
import Testing

@Suite("The gate that grants opens")
struct OpenGateTests {
  private func press(_ group: TestGroup, _ now: String, on name: String = chess) throws -> OpenPress
  {
    try group.gate.press(.application(app(name)), at: try moments(now))
  }

  private func code(_ press: OpenPress) -> RefusalCode? {
    if case .refused(let refusal) = press { refusal.code } else { nil }
  }

  @Test("a press arms the end, spends one open, starts fifteen minutes and lifts the shield")
  func grants() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let gate = try rule(1, opens(2))
    try group.stores.snapshots.write([gate])
    try group.refresh("2025-01-06T09:00")
    #expect(try group.isShielded())
    #expect(try press(group, "2025-01-06T09:00") == .granted([gate.id]))
    #expect(try !group.isShielded())
    #expect(try group.usage(of: gate, on: "2025-01-06").opens == 1)
    #expect(try group.session(of: gate, at: "2025-01-06T09:14:59") == instant("2025-01-06T09:15"))
    #expect(group.activities.armed.map(\.purpose) == [.openSession(gate.id)])
    #expect(try press(group, "2025-01-06T09:05") == .living(until: instant("2025-01-06T09:15")))
    #expect(try group.usage(of: gate, on: "2025-01-06").opens == 1)
    #expect(group.activities.armed.count == 1)
    try group.refresh("2025-01-06T09:14:59")
    #expect(try !group.isShielded())
    try group.refresh("2025-01-06T09:15")
    #expect(try group.isShielded())
    #expect(group.stores.openSessions.read().content?.rules == [])
  }

  @Test("the last open is the last, for today")
  func lastOpen() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let gate = try rule(1, opens(1))
    try group.stores.snapshots.write([gate])
    #expect(try press(group, "2025-01-06T09:00") == .granted([gate.id]))
    #expect(code(try press(group, "2025-01-06T09:15")) == .noOpensLeft)
    #expect(try group.usage(of: gate, on: "2025-01-06").opens == 1)
    #expect(try press(group, "2025-01-07T00:00") == .granted([gate.id]))
  }

  @Test("one open of each rule is spent, and a session starts for each (O3)")
  func several() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let rules = [try rule(1, opens(3)), try rule(2, opens(5), apps: [chess, chat])]
    try group.stores.snapshots.write(rules)
    try group.refresh("2025-01-06T09:00")
    #expect(try press(group, "2025-01-06T09:00") == .granted(rules.map(\.id)))
    for rule in rules {
      #expect(try group.usage(of: rule, on: "2025-01-06").opens == 1)
      #expect(try group.session(of: rule, at: "2025-01-06T09:00") != nil)
    }
    #expect(try !group.isShielded())
  }

  @Test("an open that would not open is not spent (O2)")
  func blockedByOther() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let gate = try rule(1, opens(3))
    try group.stores.snapshots.write([gate, try rule(2, schedule("09:00", "17:00"))])
    #expect(code(try press(group, "2025-01-06T09:00")) == .blockedByOther)
    #expect(try group.usage(of: gate, on: "2025-01-06") == .none)
    #expect(group.activities.armed.isEmpty)
  }

  @Test("where the end of any session can't be armed nothing is spent, and the shield stays (O5)")
  func notArmed() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let rules = [try rule(1, opens(3)), try rule(2, opens(5))]
    try group.stores.snapshots.write(rules)
    try group.refresh("2025-01-06T09:00")
    group.activities.refusesAfter = 1
    #expect(code(try press(group, "2025-01-06T09:00")) == .notMonitored)
    for rule in rules { #expect(try group.usage(of: rule, on: "2025-01-06") == .none) }
    #expect(group.stores.openSessions.read().content?.rules == [])
    #expect(try group.isShielded())
  }

  @Test("where a shield can't be lifted all opens are given back")
  func notLifted() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let rules = [try rule(1, opens(3)), try rule(2, opens(5))]
    try group.stores.snapshots.write(rules)
    try group.refresh("2025-01-06T09:00")
    group.shields.broken = [rules[1].store]
    #expect(throws: OpenGateError.self) { try press(group, "2025-01-06T09:00") }
    for rule in rules {
      #expect(try group.usage(of: rule, on: "2025-01-06").opens == 0)
      #expect(group.shields.stores[rule.store] != nil)
    }
    #expect(group.stores.openSessions.read().content?.rules == [])
  }

  @Test("nothing is granted on a ledger that isn't certain")
  func uncertain() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    try group.stores.snapshots.write([try rule(1, opens(3))])
    try group.refresh("2025-01-06T09:00")
    try group.scratch.write(#"{"anything":{},"schemaVersion":99}"#, to: "usage.json")
    #expect(throws: OpenGateError.self) { try press(group, "2025-01-06T09:00") }
    #expect(try group.isShielded())
  }

  @Test("a press just before midnight is the old day's, and its session outlives midnight (O5)")
  func overMidnight() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let gate = try rule(1, opens(5))
    try group.stores.snapshots.write([gate])
    #expect(try press(group, "2025-01-06T23:50") == .granted([gate.id]))
    for now in ["2025-01-07T00:00", "2025-01-07T00:04"] {
      try group.refresh(now)
      #expect(try !group.isShielded())
    }
    #expect(try group.usage(of: gate, on: "2025-01-06").opens == 1)
    #expect(try group.usage(of: gate, on: "2025-01-07").opens == 0)
    try group.refresh("2025-01-07T00:05")
    #expect(try group.isShielded())
  }

  @Test("a clock that is set back ends the session instead of prolonging it")
  func setBack() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let gate = try rule(1, opens(5))
    try group.stores.snapshots.write([gate])
    _ = try press(group, "2025-01-06T09:00")
    #expect(try group.session(of: gate, at: "2025-01-06T08:58") != nil)
    #expect(try group.session(of: gate, at: "2025-01-06T07:00") == nil)
    try group.refresh("2025-01-06T07:00")
    #expect(try group.isShielded())
  }

  @Test("a list's categories cover their applications")
  func categories() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let games = try ActivityCategoryToken(parsing: "games")
    var gate = try rule(1, opens(5), apps: [])
    gate.selection = FamilyActivitySelection(categoryTokens: [games])
    try group.stores.snapshots.write([gate])
    group.categories.known = [try app(chess): [games]]
    #expect(code(try press(group, "2025-01-06T09:00", on: chat)) == .notScheduled)
    #expect(try press(group, "2025-01-06T09:00") == .granted([gate.id]))
    group.categories.isReachable = false
    #expect(throws: OpenGateError.self) { try press(group, "2025-01-06T09:30") }
  }

  @Test("what the shield says agrees with what a press does")
  func content() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let source = ShieldContentSource(group.stores, categories: group.categories)
    let content = { (now: String) in
      source.content(for: .application(try app(chess)), in: nil, at: try moments(now))
    }
    let blocked = ShieldContent(
      title: "App Blocked", subtitle: "This app is blocked by OpenAppLock.")
    #expect(try content("2025-01-06T09:00") == blocked)
    try group.stores.snapshots.write([
      try rule(1, opens(1)), try rule(2, schedule("10:00", "11:00")),
    ])
    #expect(try content("2025-01-06T09:00").secondaryButton == "Open (1 left)")
    #expect(try content("2025-01-06T10:00") == blocked)
    _ = try press(group, "2025-01-06T09:00")
    #expect(
      try content("2025-01-06T09:15").subtitle
        == "No opens left today — the block lifts tomorrow.")
    try group.damage("snapshots.json")
    #expect(try content("2025-01-06T09:15") == blocked)
  }
}
