import CivilTime
import Database
import FamilyServer
import Foundation
import PolicyCore
import Synchronization
import TestSupport
import Testing

@Suite("What is earned")
struct RewardTests {
  @Test(
    "passes earn the reward until the cap is full, and then nothing", arguments: Engine.allCases)
  func cap(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    try fixture.change([
      "reward_minutes": .number(15), "daily_bonus_cap_minutes": .number(40),
    ])
    let (_, token) = try fixture.device()
    let results = try (0..<4).map { _ in try fixture.pass(token) }
    #expect(results.map(\.awardedMinutes) == [15, 15, 10, 0])
    #expect(results.map(\.passed) == [true, true, true, true])
    #expect(results.map { $0.rewardID == nil } == [false, false, false, true])
    let caller = try fixture.caller(token)
    #expect(try fixture.call { try $0.snapshot(for: caller, at: $1).earnedMinutes } == 40)
  }

  @Test("a wrong answer earns nothing, and finishes the attempt", arguments: Engine.allCases)
  func wrong(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    let (_, token) = try fixture.device()
    let result = try fixture.pass(token, wrongly: true)
    #expect(!result.passed && result.awardedMinutes == 0 && result.rewardID == nil)
    #expect(result.correctCount == 0 && result.requiredCount == 10)
    #expect(try fixture.pass(token).awardedMinutes == 15)
  }

  @Test(
    "a finished challenge answers what it answered, whatever is submitted again",
    arguments: Engine.allCases)
  func idempotent(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    let (_, token) = try fixture.device()
    let result = try fixture.pass(token)
    let id = ChallengeID(result.challengeID)
    // Days later, after the policy changed, and with nonsense: the same answer, and no second grant.
    try fixture.change(["reward_minutes": .number(30)])
    try fixture.go(to: "2025-01-09T12:00")
    let caller = try fixture.caller(token)
    #expect(try fixture.call { try $0.submit([], to: id, from: caller, at: $1) } == result)
    try fixture.go(to: "2025-01-06T12:00")
    #expect(try fixture.call { try $0.snapshot(for: caller, at: $1).earnedMinutes } == 15)
    let other = try fixture.caller(try fixture.device("Ben").token)
    #expect(
      try fixture.refusal { try $0.submit([], to: id, from: other, at: $1) }?.code == .notFound)
  }

  @Test(
    "one challenge that is submitted to three servers at once earns one reward",
    arguments: Engine.allCases)
  func concurrent(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    let (_, token) = try fixture.device()
    let caller = try fixture.caller(token)
    let challenge = try fixture.call { try $0.challenge(for: caller, at: $1) }
    let answers = challenge.questions.map { Answer(questionID: $0.id, value: $0.answer) }
    let (address, now) = (fixture.address, fixture.now)
    let results = Mutex<[ChallengeResult]>([])
    let faults = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 3) { _ in
      do {
        let store = try FamilyStore(address.connect())
        let result = try store.transaction {
          guard let caller = try store.caller(withToken: token) else {
            throw FamilyError(.unauthenticated, "the device is not known")
          }
          return try store.submit(answers, to: challenge.id, from: caller, at: now)
        }
        results.withLock { $0.append(result) }
      } catch {
        faults.withLock { $0.append("\(error)") }
      }
    }
    #expect(faults.withLock { $0 } == [])
    #expect(Set(results.withLock { $0 }).count == 1)
    #expect(try fixture.call { try $0.snapshot(for: caller, at: $1).earnedMinutes } == 15)
  }

  @Test("grants above a cap that was lowered don't count, and come back with it")
  func lowered() throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    let (_, token) = try fixture.device()
    _ = try fixture.pass(token)
    for (cap, counted) in [(5, 5), (0, 0), (60, 15)] {
      try fixture.change(["daily_bonus_cap_minutes": .number(cap)])
      let caller = try fixture.caller(token)
      #expect(try fixture.call { try $0.snapshot(for: caller, at: $1).earnedMinutes } == counted)
    }
  }

  @Test("what a day earned holds on that day only, by the family's zone")
  func days() throws {
    guard let fixture = try StoreFixture(.sqlite, at: "2025-01-06T23:59") else { return }
    defer { fixture.scratch.cleanUp() }
    let (_, token) = try fixture.device()
    #expect(try fixture.pass(token).day.description == "2025-01-06")
    let caller = try fixture.caller(token)
    try fixture.go(to: "2025-01-07T00:00")
    let snapshot = try fixture.call { try $0.snapshot(for: caller, at: $1) }
    #expect(snapshot.day.description == "2025-01-07" && snapshot.earnedMinutes == 0)
  }
}
