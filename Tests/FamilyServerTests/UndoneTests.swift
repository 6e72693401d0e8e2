import CivilTime
import Database
import FamilyServer
import PolicyCore
import TestSupport
import Testing

@Suite("What a transaction undid")
struct UndoneTests {
  private struct Refusal: Error {}

  @Test(
    "a policy that was undone is not remembered as the one of that revision",
    arguments: Engine.allCases)
  func policy(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    let (_, token) = try fixture.device()
    let start = try fixture.call { store, _ in try store.family(fixture.family) }
    let fields = start.policy.fields
    #expect(throws: Refusal.self) {
      try fixture.call { store, _ in
        let undone = try FamilyPolicy(
          fields: fields.merging(["daily_limit_minutes": .number(11)]) { $1 })
        _ = try store.setPolicy(undone, of: fixture.family, expecting: start.revision)
        // The device is told of it within the transaction, as in a batch of calls.
        #expect(try store.caller(withToken: token)?.policy.dailyLimitMinutes == 11)
        throw Refusal()
      }
    }
    let kept = try fixture.change(["daily_limit_minutes": .number(22)])
    #expect(kept.revision == start.revision + 1 && kept.policy.dailyLimitMinutes == 22)
    #expect(try fixture.caller(token).policy.dailyLimitMinutes == 22)
  }

  @Test("failures that a clock counted far ahead lock nobody out until then")
  func clock() throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    let right = fixture.now
    try fixture.go(to: "2038-01-01T00:00")
    for _ in 0..<10 { try fixture.call { try $0.countFailure(of: "pair ::1", at: $1) } }
    #expect(try fixture.refusal { try $0.checkAttempts(of: "pair ::1", at: $1) } != nil)
    fixture.now = right
    #expect(try fixture.refusal { try $0.checkAttempts(of: "pair ::1", at: $1) } == nil)
    for _ in 0..<10 { try fixture.call { try $0.countFailure(of: "pair ::1", at: $1) } }
    #expect(
      try fixture.refusal { try $0.checkAttempts(of: "pair ::1", at: $1) }?.retryAfter == 600)
  }

  @Test(
    "the first family stays the first, whatever comes in the same second or with a clock set back",
    arguments: Engine.allCases)
  func order(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    var added = [fixture.family]
    for index in 0..<6 {
      if index == 4 { try fixture.go(to: "2024-01-01T00:00") }
      added.append(
        try fixture.call { store, now in
          try store.addFamily(name: "Family \(index)", zone: .utc, at: now).family
        })
    }
    #expect(try fixture.call { store, _ in try store.families().map(\.id) } == added)
  }
}
