import CivilTime
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeClient
import ScreenTimeModel
import TestSupport
import Testing

@Suite("A pass over all rules")
struct EnforcementPassTests {
  @Test("writes a store when its window opens and when it closes, and at no other time")
  func writesAtEdges() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let focus = try rule(1, schedule("09:00", "17:00"))
    try group.stores.snapshots.write([focus])
    let rows: [(String, [String], Bool)] = [
      ("2025-01-06T08:59", [], false), ("2025-01-06T09:00", [focus.store], true),
      ("2025-01-06T09:00", [], true), ("2025-01-06T16:59", [], true),
      ("2025-01-06T17:00", [focus.store], false), ("2025-01-06T17:01", [], false),
    ]
    for (now, writes, shielded) in rows {
      let report = try group.refresh(now)
      #expect(group.shields.takeWrites() == writes, "\(now)")
      #expect(try group.isShielded() == shielded, "\(now)")
      #expect(report.judged.filter { $0.state.blocks }.count == (shielded ? 1 : 0))
      #expect(report.faults.isEmpty)
      #expect(report.failures.isEmpty)
    }
  }

  @Test("puts back what the platform lost or what somebody else wrote over it")
  func selfHeals() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let focus = try rule(1, schedule("09:00", "17:00"))
    try group.stores.snapshots.write([focus])
    try group.refresh("2025-01-06T10:00")
    group.shields.stores = [:]
    try group.refresh("2025-01-06T10:01")
    #expect(try group.isShielded())
    group.shields.stores[focus.store]?.shieldedApplications = [try app(chat)]
    try group.refresh("2025-01-06T10:02")
    #expect(try group.isShielded())
    #expect(try !group.isShielded(chat))
  }

  @Test(
    "shields before it lifts, so that touching windows leave no gap (W4)", arguments: [1, 2, nil])
  func noGap(first: Int?) throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let night = try rule(1, schedule("21:00", "05:00"))
    let day = try rule(2, schedule("05:00", "20:00"))
    try group.stores.snapshots.write([night, day])
    try group.refresh("2025-01-07T04:00")
    group.shields.writes = []
    _ = group.pass.refresh(
      at: try moments("2025-01-07T05:00"), first: first.map { $0 == 1 ? night.id : day.id })
    #expect(group.shields.takeWrites() == [day.store, night.store])
  }

  @Test("clears stores whose rule is gone, and no other store")
  func orphans() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let focus = try rule(1, schedule("09:00", "17:00"))
    let gone = try rule(2, schedule("09:00", "17:00"), apps: [chat])
    try group.stores.snapshots.write([focus, gone])
    try group.refresh("2025-01-06T10:00")
    var other = StoreSettings()
    other.shieldedApplications = [try app("org.example.Other")]
    group.shields.stores["something-else"] = other
    #expect(group.stores.shieldStores.read().content == [focus.store, gone.store])
    try group.stores.snapshots.write([focus])
    try group.refresh("2025-01-06T10:01")
    #expect(Set(group.shields.stores.keys) == [focus.store, "something-else"])
    #expect(group.stores.shieldStores.read().content == [focus.store])
  }

  @Test("denies removal exactly while a hard rule blocks and protection is on")
  func uninstallProtection() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    try group.stores.snapshots.write([try rule(1, schedule("09:00", "17:00"), hard: true)])
    try group.refresh("2025-01-06T10:00")
    #expect(!group.shields.union.deniesAppRemoval)
    try group.stores.settings.setUninstallProtection(true)
    try group.refresh("2025-01-06T10:01")
    #expect(group.shields.union.deniesAppRemoval)
    #expect(group.shields.stores["uninstall-protection"]?.shieldedApplications == nil)
    try group.refresh("2025-01-06T17:00")
    #expect(!group.shields.union.deniesAppRemoval)
  }

  @Test("one store that can't be written keeps no other from being written")
  func failures() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let broken = try rule(1, schedule("09:00", "17:00"), apps: [chat])
    let focus = try rule(2, schedule("09:00", "17:00"))
    try group.stores.snapshots.write([broken, focus])
    group.shields.broken = [broken.store]
    let report = try group.refresh("2025-01-06T10:00")
    #expect(report.failures.map(\.store) == [broken.store])
    #expect(report.failures.first?.error.code == .overLimit)
    #expect(try group.isShielded())
  }

  @Test("a service that is gone is asked once, not once for each rule")
  func serviceGone() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    try group.stores.snapshots.write([
      try rule(1, schedule("09:00", "17:00")), try rule(2, schedule("09:00", "17:00")),
    ])
    group.shields.isReachable = false
    let report = try group.refresh("2025-01-06T10:00")
    #expect(report.failures.map(\.error.code) == [.timeout])
    #expect(report.judged.filter { $0.state.blocks }.count == 2)
    #expect(group.shields.requests == 1)
  }

  @Test("a pass that others overtake ends with what they changed: a granted open is not cut short")
  func overtaken() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    try group.stores.snapshots.write([
      try rule(1, schedule("09:00", "17:00"), apps: [chat]), try rule(2, opens(3)),
    ])
    let other = try group.another()
    let now = try moments("2025-01-06T10:00")
    // The pass has judged, and is about to write: now somebody presses, and is done before it writes.
    group.shields.beforeWrite = { [shields = group.shields, activities = group.activities] in
      let gate = OpenGate(
        other, writingTo: shields, arming: activities, categories: FakeCategories())
      _ = try gate.press(.application(app(chess)), at: now)
    }
    try group.refresh("2025-01-06T10:00")
    #expect(try !group.isShielded())
    #expect(try group.isShielded(chat))
  }

  @Test("a paused rule's shield goes, and comes back for the next window")
  func pause() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    var focus = try rule(1, schedule("09:00", "17:00"))
    try group.stores.snapshots.write([focus])
    try group.refresh("2025-01-06T10:00")
    focus.pausedUntil = RulePolicy.pauseEnd(focus, at: try moment("2025-01-06T10:00"))
    try group.stores.snapshots.write([focus])
    try group.refresh("2025-01-06T10:00")
    #expect(try !group.isShielded())
    try group.refresh("2025-01-07T09:00")
    #expect(try group.isShielded())
  }

  @Test("rules that the app knows better are enforced even if they could not be shared")
  func givenRules() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let focus = try rule(1, schedule("09:00", "17:00"))
    _ = group.pass.refresh(at: try moments("2025-01-06T10:00"), rules: [focus])
    #expect(try group.isShielded())
  }
}
