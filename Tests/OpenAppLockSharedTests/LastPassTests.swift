import CivilTime
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeClient
import ScreenTimeModel
import TestSupport
import Testing

@Suite("A pass after one that left everything in order")
struct LastPassTests {
  /// What may happen between two passes.
  enum Event: String, CaseIterable {
    case nothing
    case anotherRule
    case someMinutes
    case lastMinutes
    case lostStore
    case foreignStore
    case damagedLedger
    case edge
    case zone
    case suspicion
  }

  /// A group in which a schedule blocks from nine, and a limit of three minutes counts.
  private func group() throws -> (TestGroup, focus: RuleSnapshot, limit: RuleSnapshot) {
    let group = try TestGroup()
    let focus = try rule(1, schedule("09:00", "17:00"))
    let limit = try rule(2, budget(3), apps: [chat])
    try group.stores.snapshots.write([focus, limit])
    let day = try moments("2025-01-06T08:00").day
    _ = try group.stores.usage.record(minutes: 1, of: limit, on: day)
    return (group, focus, limit)
  }

  @Test("asks once whether the stores are the same, and writes nothing")
  func nothing() throws {
    let (group, _, _) = try group()
    defer { group.scratch.cleanUp() }
    let first = try group.refresh("2025-01-06T10:00")
    group.shields.writes = []
    group.shields.requests = 0
    for now in ["2025-01-06T10:00", "2025-01-06T10:01", "2025-01-06T16:59"] {
      let report = try group.refresh(now)
      #expect(report.judged == first.judged)
      #expect(report.quietUntil == first.quietUntil)
      #expect(report.faults.isEmpty && report.failures.isEmpty)
    }
    #expect(group.shields.requests == 3)
    #expect(group.shields.takeWrites().isEmpty)
  }

  @Test("comes to what a pass from nothing comes to", arguments: Event.allCases)
  func sameAsAnew(event: Event) throws {
    let (group, focus, limit) = try group()
    defer { group.scratch.cleanUp() }
    try group.refresh("2025-01-06T10:00")
    var now = try moments("2025-01-06T10:01")
    switch event {
    case .nothing: break
    case .anotherRule:
      try group.another().snapshots.write([focus, limit, try rule(3, schedule("10:00", "11:00"))])
    case .someMinutes:
      _ = try group.another().usage.record(minutes: 2, of: limit, on: now.day)
    case .lastMinutes:
      _ = try group.another().usage.record(minutes: 3, of: limit, on: now.day)
    case .lostStore: group.shields.stores[focus.store] = nil
    case .foreignStore: group.shields.stores[focus.store]?.shieldedApplications = [try app(chat)]
    case .damagedLedger: try group.damage("usage.json")
    case .edge: now = try moments("2025-01-06T17:00")
    case .zone:
      now = Moments(Moment(now.now, in: try Zone(identifier: "America/New_York")))
    case .suspicion:
      now = Moments(
        now.trusted,
        suspicion: Suspicion(wall: now.now + .seconds(8 * 3600), agreed: now.now))
    }
    let report = group.pass.refresh(at: now)
    let anew = EnforcementPass(try group.another(), writingTo: group.shields).refresh(at: now)
    #expect(report.judged == anew.judged)
    let shielding = anew.judged.filter(\.state.shields).map(\.rule.store)
    #expect(group.shields.stores.keys.sorted() == shielding.sorted())
    #expect(try group.isShielded() == shielding.contains(focus.store))
  }

  @Test("judges anew after some use, and looks at no store where no shield follows from it")
  func use() throws {
    let (group, _, limit) = try group()
    defer { group.scratch.cleanUp() }
    let first = try group.refresh("2025-01-06T10:00")
    group.shields.requests = 0
    let now = try moments("2025-01-06T10:01")
    _ = try group.another().usage.record(minutes: 2, of: limit, on: now.day)
    let report = group.pass.refresh(at: now)
    #expect(group.shields.requests == 1)
    #expect(report.judged.map(\.state).contains(.counting(minutesLeft: 1)))
    #expect(report.judged != first.judged)
    _ = try group.another().usage.record(minutes: 3, of: limit, on: now.day)
    _ = group.pass.refresh(at: now)
    #expect(try group.isShielded(chat))
  }

  @Test("is done whole where something could not be written the last time")
  func failures() throws {
    let (group, focus, _) = try group()
    defer { group.scratch.cleanUp() }
    group.shields.broken = [focus.store]
    #expect(try group.refresh("2025-01-06T10:00").failures.map(\.store) == [focus.store])
    group.shields.broken = []
    #expect(try group.refresh("2025-01-06T10:00").failures.isEmpty)
    #expect(try group.isShielded())
  }
}

@Suite("What a conversation remembers of the stores")
struct StoreMemoryTests {
  private let settings: StoreSettings = {
    var settings = StoreSettings()
    settings.denyAppRemoval = true
    return settings
  }()

  @Test("own writes go on from what was listed, and a write by somebody else ends that")
  func marks() {
    var memory = StoreMemory()
    #expect(memory.mark == nil)
    memory.hear(revision: 4)
    let listed = memory.mark
    #expect(listed != nil)
    memory.hear(revision: 4)
    #expect(memory.mark == listed)
    memory.keep(settings, of: "one", revision: 5)
    let written = memory.mark
    #expect(written != nil && written != listed)
    #expect(memory.settings(of: "one") == settings)
    // Somebody else has written in between: what the stores say now, nobody has listed.
    memory.keep(settings, of: "two", revision: 7)
    #expect(memory.mark == nil)
    #expect(memory.settings(of: "one") == nil)
    memory.hear(revision: 7)
    #expect(memory.mark != nil && memory.mark != written)
    memory.hear(revision: nil)
    #expect(memory.mark == nil)
  }

  @Test("another conversation's count of writes is another count")
  func conversations() {
    var (one, other) = (StoreMemory(), StoreMemory())
    one.hear(revision: 1)
    other.hear(revision: 1)
    #expect(one.mark != other.mark)
  }
}
