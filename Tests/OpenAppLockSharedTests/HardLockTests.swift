import CivilTime
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeModel
import TestSupport
import Testing

@Suite("Hard rules that were found blocking")
struct HardLockTests {
  /// Nine to five in hard mode, found blocking at ten in Berlin.
  private func locked(_ group: TestGroup) throws -> RuleSnapshot {
    let focus = try rule(1, schedule("09:00", "17:00"), hard: true)
    try group.stores.snapshots.write([focus])
    _ = group.pass.refresh(at: try moments("2025-01-06T10:00", "Europe/Berlin"))
    return focus
  }

  @Test(
    "no zone lets go of one before its window ends, as it was where it was found",
    arguments: ["Asia/Tokyo", "Pacific/Honolulu", "Pacific/Kiritimati", "UTC"])
  func zones(zone: String) throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let focus = try locked(group)
    let berlin = try Zone(identifier: "Europe/Berlin")
    let there = try Zone(identifier: zone)
    for hour in 10...16 {
      let now = try berlin.instant(parsing: "2025-01-06T\(hour):59")
      _ = group.pass.refresh(at: Moments(Moment(now, in: there)))
      #expect(try group.isShielded())
    }
    let end = try berlin.instant(parsing: "2025-01-06T17:00")
    let judged = try group.another().judge([focus], at: Moments(Moment(end, in: there)))
    let window = RuleState.of(focus, usage: .none, at: Moment(end, in: there))
    #expect(judged.map(\.state) == [window])
    _ = group.pass.refresh(at: Moments(Moment(end, in: there)))
    #expect(try group.isShielded() == window.blocks)
  }

  @Test("a soft rule follows the zone at once (W7)")
  func soft() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    try group.stores.snapshots.write([try rule(1, schedule("09:00", "17:00"))])
    let now = try moment("2025-01-06T10:00", "Europe/Berlin").instant
    _ = group.pass.refresh(at: Moments(Moment(now, in: try Zone(identifier: "Europe/Berlin"))))
    #expect(try group.isShielded())
    _ = group.pass.refresh(at: Moments(Moment(now, in: try Zone(identifier: "Asia/Tokyo"))))
    #expect(try !group.isShielded())
  }

  @Test("damage to the file that remembers is no way out, nor is damage to the one before it")
  func damage() throws {
    for document in ["hard-locks.json", "hard-locks.previous.json"] {
      let group = try TestGroup()
      defer { group.scratch.cleanUp() }
      _ = try locked(group)
      try group.damage(document)
      let stores = try group.another()
      let pass = EnforcementPass(stores, writingTo: group.shields, arming: group.activities)
      _ = pass.refresh(at: try moments("2025-01-06T18:30", "Asia/Tokyo"))
      #expect(try group.isShielded())
      _ = pass.refresh(at: try moments("2025-01-06T18:31", "Asia/Tokyo"))
      #expect(try group.isShielded())
    }
  }

  @Test("the monitor is woken once, at the end that no window of the new zone has")
  func wake() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let focus = try locked(group)
    let pass = EnforcementPass(group.stores, writingTo: group.shields, arming: group.activities)
    _ = pass.refresh(at: try moments("2025-01-06T11:00", "Europe/Berlin"))
    #expect(group.activities.armed.isEmpty)
    for _ in 1...3 { _ = pass.refresh(at: try moments("2025-01-06T18:30", "Asia/Tokyo")) }
    let end = try moment("2025-01-06T17:00", "Europe/Berlin").instant
    #expect(
      group.activities.armed == [
        RuleActivities.hardLock(
          of: focus.id, from: try moment("2025-01-06T18:30", "Asia/Tokyo").instant, until: end,
          in: try Zone(identifier: "Asia/Tokyo"))
      ])
    let name = RuleActivityName.hardLock(focus.id).name
    _ = group.monitor.intervalEdge(of: name, at: try moments("2025-01-07T01:00", "Asia/Tokyo"))
    #expect(try !group.isShielded())
  }

  @Test("what blocks by a suspect wall clock alone is not remembered")
  func suspect() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    try group.stores.snapshots.write([try rule(1, schedule("09:00", "17:00"), hard: true)])
    _ = group.pass.refresh(at: try moments("2025-01-06T08:00", wall: "2025-01-06T10:00"))
    #expect(try group.isShielded())
    _ = group.pass.refresh(at: try moments("2025-01-06T08:01"))
    #expect(try !group.isShielded())
  }

  @Test("a time that was put right by hours takes with it what was found while it was wrong")
  func putRight() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    try group.stores.snapshots.write([try rule(1, schedule("09:00", "17:00"), hard: true)])
    try group.refresh("2027-03-01T10:00")
    #expect(try group.isShielded())
    try group.refresh("2025-01-06T08:00")
    #expect(try !group.isShielded())
  }

  @Test("an open that is granted by its last one is not locked before its session ends")
  func lastOpen() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let gate = try rule(1, opens(1), hard: true)
    try group.stores.snapshots.write([gate])
    try group.refresh("2025-01-06T10:00")
    _ = try group.gate.press(.application(try app(chess)), at: try moments("2025-01-06T10:00"))
    try group.refresh("2025-01-06T10:10")
    #expect(try !group.isShielded())
    try group.refresh("2025-01-06T10:15")
    #expect(try group.isShielded())
    // Another date by another zone, and still the day in which it was spent.
    _ = group.pass.refresh(at: try moments("2025-01-07T00:30", "Pacific/Kiritimati"))
    #expect(try group.isShielded())
  }

  @Test("a ledger of another day is no new budget while the wall clock is suspect (C3)")
  func newDay() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let limit = try rule(1, budget(3))
    try group.stores.snapshots.write([limit])
    let day = LocalDay(try moment("2025-01-06T20:00"))
    _ = try group.stores.usage.record(minutes: 3, of: limit, on: day)
    _ = group.pass.refresh(at: try moments("2025-01-06T20:00", wall: "2025-01-07T09:00"))
    #expect(try group.isShielded())
    _ = group.pass.refresh(at: try moments("2025-01-07T00:00", wall: "2025-01-07T13:00"))
    #expect(try !group.isShielded())
  }

  @Test("a press is granted only if the app is open by both clocks, and spends of the trusted day")
  func press() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let gate = try rule(1, opens(3))
    let focus = try rule(2, schedule("12:00", "13:00"))
    try group.stores.snapshots.write([gate, focus])
    let subject = ShieldSubject.application(try app(chess))
    let refused = try group.gate.press(
      subject, at: try moments("2025-01-06T10:00", wall: "2025-01-06T12:30"))
    guard case .refused(let refusal) = refused else {
      Issue.record("granted although a rule blocks by the wall clock")
      return
    }
    #expect(refusal.code == .blockedByOther)
    let granted = try group.gate.press(
      subject, at: try moments("2025-01-06T10:00", wall: "2025-01-09T10:00"))
    #expect(granted == .granted([gate.id]))
    #expect(try group.usage(of: gate, on: "2025-01-06").opens == 1)
    #expect(try group.usage(of: gate, on: "2025-01-09").opens == 0)
    #expect(try !group.isShielded())
    let end = try group.session(of: gate, at: "2025-01-06T10:01")
    #expect(end == (try instant("2025-01-06T10:15")))
  }
}
