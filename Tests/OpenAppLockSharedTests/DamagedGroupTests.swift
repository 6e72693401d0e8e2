import CivilTime
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeModel
import TestSupport
import Testing

@Suite("Damage lifts nothing (P5)")
struct DamagedGroupTests {
  @Test("rules that can't be read leave every store as it is")
  func unreadableRules() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    try group.stores.snapshots.write([try rule(1, schedule("09:00", "17:00"))])
    try group.refresh("2025-01-06T10:00")
    try group.damage("snapshots.json")
    group.shields.writes = []
    let report = try group.refresh("2025-01-06T18:00")
    #expect(group.shields.takeWrites().isEmpty)
    #expect(try group.isShielded())
    #expect(report.faults.map(\.code) == ["damaged"])
  }

  @Test(
    "a rule that was just made blocks when its time comes, though its document is damaged since")
  func newestRule() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    try group.stores.snapshots.write([])
    try group.stores.snapshots.write([try rule(1, schedule("09:00", "17:00"))])
    try group.refresh("2025-01-06T08:00")
    try group.damage("snapshots.json")
    let report = try group.refresh("2025-01-06T09:00")
    #expect(try group.isShielded())
    #expect(report.faults.contains { $0.code == "damaged" })
  }

  @Test(
    "what was set stays set when the settings are damaged before it mattered",
    arguments: [true, false])
  func damagedSetting(isOn: Bool) throws {
    let group = try TestGroup("damagedSetting\(isOn)")
    defer { group.scratch.cleanUp() }
    try group.stores.settings.setUninstallProtection(!isOn)
    try group.stores.settings.setUninstallProtection(isOn)
    try group.stores.snapshots.write([try rule(1, schedule("09:00", "17:00"), hard: true)])
    try group.refresh("2025-01-06T08:00")
    try group.damage("settings.json")
    try group.refresh("2025-01-06T09:00")
    #expect(try group.stores.settings.uninstallProtection() == isOn)
  }

  @Test("the rules before the damaged ones can shield, but lift and clear nothing")
  func previousRules() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let focus = try rule(1, schedule("09:00", "17:00"))
    let evening = try rule(2, schedule("18:00", "20:00"), apps: [chat])
    let new = try rule(3, schedule("09:00", "23:00"), apps: ["org.example.New"])
    try group.stores.snapshots.write([focus, evening])
    try group.stores.snapshots.write([focus, evening, new])
    try group.refresh("2025-01-06T10:00")
    try group.damage("snapshots.json")
    try group.refresh("2025-01-06T18:00")
    #expect(try group.isShielded())
    #expect(try group.isShielded(chat))
    #expect(try group.isShielded("org.example.New"))
    try group.stores.snapshots.write([focus, evening])
    let report = try group.refresh("2025-01-06T21:00")
    #expect(report.faults.contains { $0.code == "damaged" })
    #expect(group.shields.stores.isEmpty)
  }

  @Test("an open that was spent stays spent when the ledger is damaged", arguments: [1, 2])
  func damagedOpens(limit: Int) throws {
    let group = try TestGroup("damagedOpens\(limit)")
    defer { group.scratch.cleanUp() }
    let gate = try rule(1, opens(limit))
    try group.stores.snapshots.write([gate])
    let press = { (now: String) in
      try group.gate.press(.application(app(chess)), at: try moments(now))
    }
    for number in 0..<limit {
      #expect(try press("2025-01-06T1\(number):00") == .granted([gate.id]))
    }
    try group.refresh("2025-01-06T13:00")
    try group.damage("usage.json")
    try group.refresh("2025-01-06T13:01")
    #expect(try group.usage(of: gate, on: "2025-01-06").opens == limit)
    guard case .refused(let refusal) = try press("2025-01-06T13:02") else {
      Issue.record("granted once more")
      return
    }
    #expect(refusal.code == .noOpensLeft)
  }

  @Test(
    "a spent budget stays spent when its ledger is damaged, until midnight",
    arguments: [true, false])
  func damagedLedger(hasPrevious: Bool) throws {
    let group = try TestGroup("damagedLedger\(hasPrevious)")
    defer { group.scratch.cleanUp() }
    let spent = try rule(1, budget(3))
    let open = try rule(2, budget(5), apps: [chat])
    let focus = try rule(3, schedule("09:00", "10:00"), apps: ["org.example.Other"])
    try group.stores.snapshots.write([spent, open, focus])
    for minutes in hasPrevious ? [2, 3] : [3] {
      _ = try group.stores.usage.record(
        minutes: minutes, of: spent, on: LocalDay(try moment("2025-01-06T09:30")))
    }
    try group.refresh("2025-01-06T09:30")
    try group.damage("usage.json")
    let report = try group.refresh("2025-01-06T10:00")
    #expect(report.faults.contains { $0.code == "damaged" })
    #expect(try group.isShielded())
    #expect(try !group.isShielded(chat))
    #expect(try !group.isShielded("org.example.Other"))
    #expect(try group.usage(of: spent, on: "2025-01-06").minutes == 3)
    #expect(try group.refresh("2025-01-06T10:01").faults.isEmpty)
    #expect(try group.isShielded())
    try group.refresh("2025-01-07T00:00")
    #expect(try !group.isShielded())
  }

  @Test("a threshold of another rule doesn't heal a spent budget away")
  func thresholdAfterDamage() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let spent = try rule(1, budget(3))
    let other = try rule(2, budget(5), apps: [chat])
    try group.stores.snapshots.write([spent, other])
    let day = LocalDay(try moment("2025-01-06T09:30"))
    for minutes in 2...3 {
      _ = try group.stores.usage.record(minutes: minutes, of: spent, on: day)
    }
    try group.refresh("2025-01-06T09:30")
    try group.damage("usage.json")
    _ = try group.monitor.thresholdReached(
      RuleEventName.minutes(1).name, of: RuleActivityName.day(other.id).name,
      at: try moments("2025-01-06T09:31"))
    #expect(try group.isShielded())
    #expect(try group.usage(of: other, on: "2025-01-06").minutes == 1)
    #expect(try group.usage(of: spent, on: "2025-01-06").minutes == 3)
  }

  @Test("a press heals what can be healed, and is then decided")
  func pressAfterDamage() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let gate = try rule(1, opens(3))
    try group.stores.snapshots.write([gate])
    for now in ["2025-01-06T09:00", "2025-01-06T10:00"] {
      _ = try group.gate.press(.application(app(chess)), at: try moments(now))
    }
    try group.damage("usage.json")
    let press = try group.gate.press(.application(app(chess)), at: try moments("2025-01-06T11:00"))
    #expect(press == .granted([gate.id]))
    #expect(try group.usage(of: gate, on: "2025-01-06").opens == 3)
    #expect(group.stores.takeFaults().contains { $0.code == "damaged" })
  }

  @Test("a threshold is kept for later while nobody knows the rules")
  func thresholdWithoutRules() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let budget = try rule(1, budget(3))
    try group.stores.snapshots.write([budget])
    try group.damage("snapshots.json")
    try group.damage("snapshots.previous.json")
    #expect(throws: GroupFault.self) {
      try group.monitor.thresholdReached(
        RuleEventName.minutes(1).name, of: RuleActivityName.day(budget.id).name,
        at: try moments("2025-01-06T09:31"))
    }
  }

  @Test("a ledger of a newer version is left alone, and what is shielded stays shielded")
  func newerLedger() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let spent = try rule(1, budget(3))
    let focus = try rule(2, schedule("09:00", "10:00"), apps: [chat])
    try group.stores.snapshots.write([spent, focus])
    _ = try group.stores.usage.record(
      minutes: 3, of: spent, on: LocalDay(try moment("2025-01-06T09:30")))
    try group.refresh("2025-01-06T09:30")
    let newer = #"{"anything":{},"schemaVersion":99}"#
    try group.scratch.write(newer, to: "usage.json")
    let report = try group.refresh("2025-01-06T10:00")
    #expect(report.faults.map(\.code) == ["newerVersion"])
    #expect(try group.isShielded())
    #expect(try !group.isShielded(chat))
    #expect(try group.scratch.read("usage.json") == newer)
  }

  @Test("a ledger that says nothing unlocks no hard rule")
  func nothingUnlocks() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let now = LocalDay(try moment("2025-01-06T09:30"))
    let spent = try rule(1, budget(3), hard: true)
    let unspent = try rule(2, budget(3), hard: true, apps: [chat])
    let gate = try rule(3, opens(3), hard: true, apps: ["org.example.Other"])
    let rules = [spent, unspent, gate]
    try group.stores.snapshots.write(rules)
    try group.stores.settings.setUninstallProtection(true)
    _ = try group.stores.usage.record(minutes: 3, of: spent, on: now)
    try group.refresh("2025-01-06T09:30")
    try group.scratch.write(#"{"anything":{},"schemaVersion":99}"#, to: "usage.json")
    let locked = group.stores.judge(rules, at: try moments("2025-01-06T09:30")).map {
      RulePolicy.isHardLocked($0.rule, $0.state)
    }
    #expect(locked == [true, false, true])
    try group.refresh("2025-01-06T10:00")
    #expect(group.shields.union.deniesAppRemoval)
  }

  @Test("damaged sessions are none: the gate is back")
  func damagedSessions() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    try group.stores.snapshots.write([try rule(1, opens(3))])
    _ = try group.gate.press(.application(app(chess)), at: try moments("2025-01-06T10:00"))
    #expect(try !group.isShielded())
    try group.damage("open-sessions.json")
    let report = try group.refresh("2025-01-06T10:05")
    #expect(report.faults.contains { $0.code == "damaged" })
    #expect(try group.isShielded())
    #expect(try group.refresh("2025-01-06T10:06").faults.isEmpty)
  }

  @Test("removal stays denied when the setting is damaged")
  func damagedSettings() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    try group.stores.snapshots.write([try rule(1, schedule("09:00", "17:00"), hard: true)])
    try group.stores.settings.setUninstallProtection(true)
    try group.refresh("2025-01-06T10:00")
    try group.damage("settings.json")
    try group.refresh("2025-01-06T10:01")
    #expect(group.shields.union.deniesAppRemoval)
    #expect(try group.stores.settings.uninstallProtection())
    try group.refresh("2025-01-06T17:00")
    #expect(!group.shields.union.deniesAppRemoval)
  }

  @Test("a damaged list of stores is written anew")
  func damagedStoreList() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let focus = try rule(1, schedule("09:00", "17:00"))
    try group.stores.snapshots.write([focus])
    try group.refresh("2025-01-06T10:00")
    try group.damage("shield-stores.json")
    #expect(try group.refresh("2025-01-06T10:01").faults.contains { $0.code == "damaged" })
    #expect(group.stores.shieldStores.read().content == [focus.store])
    #expect(try group.isShielded())
  }
}
