import CivilTime
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeModel
import TestSupport
import Testing

@Suite("What the monitor does when it is woken")
struct MonitorEnforcementTests {
  private func threshold(
    _ group: TestGroup, _ minutes: Int, _ rule: RuleSnapshot, _ now: String
  ) throws {
    _ = try group.monitor.thresholdReached(
      RuleEventName.minutes(minutes).name, of: RuleActivityName.day(rule.id).name,
      at: try moments(now))
  }

  @Test("each minute of a budget is recorded, the last one shields, and midnight lifts")
  func timeLimit() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let budget = try rule(1, budget(3))
    try group.stores.snapshots.write([budget])
    for minute in 1...3 {
      #expect(try !group.isShielded())
      try threshold(group, minute, budget, "2025-01-06T10:0\(minute)")
      #expect(try group.usage(of: budget, on: "2025-01-06").minutes == minute)
    }
    #expect(try group.isShielded())
    try threshold(group, 2, budget, "2025-01-06T10:05")
    try threshold(group, 3, budget, "2025-01-07T00:02")
    #expect(try !group.isShielded())
    #expect(try group.usage(of: budget, on: "2025-01-07") == .none)
    _ = group.monitor.intervalEdge(
      of: RuleActivityName.day(budget.id).name, at: try moments("2025-01-07T00:03"))
    #expect(try !group.isShielded())
  }

  @Test("a day's start gates an open limit before any open is spent (O1)")
  func openLimitDayStart() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let gate = try rule(1, opens(2))
    try group.stores.snapshots.write([gate])
    let report = group.monitor.intervalEdge(
      of: RuleActivityName.day(gate.id).name, at: try moments("2025-01-06T00:00"))
    #expect(try group.isShielded())
    #expect(!report.judged.contains { $0.state.blocks })
  }

  @Test("any wake finds what else is due, whoever's activity it was (O6)")
  func anyWake() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let focus = try rule(1, schedule("09:00", "17:00"))
    let gate = try rule(2, opens(2), apps: [chat])
    try group.stores.snapshots.write([focus, gate])
    let strangers = [
      DeviceActivityName("of-somebody-else"), RuleActivityName.day(gate.id).name,
      RuleActivityName.openSession(gate.id).name,
      RuleActivityName.windowAfterMidnight(focus.id).name,
    ]
    for stranger in strangers {
      group.shields.stores = [:]
      _ = group.monitor.intervalEdge(of: stranger, at: try moments("2025-01-06T09:00"))
      #expect(try group.isShielded(), "\(stranger)")
      #expect(try group.isShielded(chat), "\(stranger)")
    }
    _ = try group.monitor.thresholdReached(
      DeviceActivityEventName("other"), of: strangers[0], at: try moments("2025-01-06T17:00"))
    #expect(try !group.isShielded())
  }

  @Test(
    "callbacks that are late, doubled or out of order end where one reconcile ends (P4)",
    arguments: 1...20)
  func anyOrder(seed: Int) throws {
    let group = try TestGroup("anyOrder\(seed)")
    defer { group.scratch.cleanUp() }
    let rules = [
      try rule(1, schedule("09:00", "10:00")), try rule(2, schedule("10:00", "11:00")),
      try rule(3, budget(3), apps: [chat]), try rule(4, opens(2), apps: [chess, chat]),
    ]
    try group.stores.snapshots.write(rules)
    var wakes: [(TestGroup) throws -> Void] = []
    let now = try moments("2025-01-06T10:00")
    for rule in rules {
      for activity in RuleActivities.activities(for: rule) {
        wakes.append { _ = $0.monitor.intervalEdge(of: activity.name, at: now) }
        for event in activity.events.keys {
          wakes.append {
            _ = try $0.monitor.thresholdReached(event, of: activity.name, at: now)
          }
        }
      }
    }
    for wake in (wakes + wakes).shuffled() { try wake(group) }
    let expected = group.shields.stores
    _ = group.pass.refresh(at: now)
    #expect(group.shields.stores == expected)
    #expect(Set(expected.keys) == [rules[1].store, rules[2].store, rules[3].store])
  }

  @Test("a threshold that can't be recorded is not lost: the callback fails and comes again")
  func notRecorded() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let budget = try rule(1, budget(3))
    try group.stores.snapshots.write([budget])
    try group.scratch.makeFolder("usage.json")
    #expect(throws: (any Error).self) {
      try threshold(group, 3, budget, "2025-01-06T10:00")
    }
  }
}
