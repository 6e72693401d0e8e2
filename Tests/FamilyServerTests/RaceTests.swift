import CivilTime
import Database
import FamilyServer
import Foundation
import PolicyCore
import Synchronization
import TestSupport
import Testing

/// What several servers in front of one database do at the same moment.
@Suite("Races")
struct RaceTests {
  /// What became of calls that several stores carried out at once.
  private struct Outcomes<Value: Sendable>: Sendable {
    var done: [Value] = []
    var refusals: [FamilyError] = []
    var faults: [String] = []
  }

  /// Has three servers do the same thing at once.
  private func atOnce<Value: Sendable>(
    _ fixture: StoreFixture, _ body: @escaping @Sendable (FamilyStore, Instant) throws -> Value
  ) -> Outcomes<Value> {
    let (address, now) = (fixture.address, fixture.now)
    let outcomes = Mutex(Outcomes<Value>())
    DispatchQueue.concurrentPerform(iterations: 3) { _ in
      do {
        let store = try FamilyStore(address.connect())
        let value = try store.transaction { try body(store, now) }
        outcomes.withLock { $0.done.append(value) }
      } catch let error as FamilyError {
        outcomes.withLock { $0.refusals.append(error) }
      } catch {
        outcomes.withLock { $0.faults.append("\(error)") }
      }
    }
    return outcomes.withLock { $0 }
  }

  @Test("a pairing code that three use at once pairs one device", arguments: Engine.allCases)
  func pairing(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    let mia = try fixture.call { try $0.addChild(name: "Mia", to: fixture.family, at: $1) }
    let code = try fixture.call { try $0.pairingCode(for: mia.id, in: fixture.family, at: $1) }
    let outcomes = atOnce(fixture) { try $0.pair(with: code.code, name: "Laptop", at: $1).token }
    #expect(outcomes.faults == [])
    #expect(outcomes.done.count == 1)
    #expect(outcomes.refusals.map(\.code) == [.codeUsed, .codeUsed])
    let listed = try fixture.call { store, _ in try store.devices(of: mia.id) }
    #expect(listed.count == 1)
    let token = try #require(outcomes.done.first)
    #expect(try fixture.caller(token).device == listed.first?.id)
  }

  @Test(
    "a configuration code that is used three times at once opens one session",
    arguments: Engine.allCases)
  func configuration(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    let caller = try fixture.caller(try fixture.device().token)
    let code = try fixture.call {
      try $0.configurationCode(for: caller.device, in: fixture.family, at: $1)
    }
    let outcomes = atOnce(fixture) { try $0.unlock(with: code.code, on: caller, at: $1) }
    #expect(outcomes.faults == [])
    #expect(outcomes.done.count == 1)
    #expect(outcomes.refusals.map(\.code) == [.codeUsed, .codeUsed])
  }

  @Test(
    "a device that asks three servers at once is given one challenge", arguments: Engine.allCases)
  func challenge(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    let caller = try fixture.caller(try fixture.device().token)
    let outcomes = atOnce(fixture) { try $0.challenge(for: caller, at: $1) }
    #expect(outcomes.faults == [] && outcomes.refusals.isEmpty)
    #expect(Set(outcomes.done.map(\.id)).count == 1)
    #expect(outcomes.done.count { $0.isNew } == 1)
  }

  @Test(
    "of three parents who read one revision one succeeds, and the others go on from what holds",
    arguments: Engine.allCases)
  func parents(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    let family = fixture.family
    let fields = try fixture.call { store, _ in try store.family(family) }.policy.fields
    let next = Mutex(20)
    let outcomes = atOnce(fixture) { store, _ in
      let minutes = next.withLock { number in
        number += 1
        return number
      }
      let policy = try FamilyPolicy(
        fields: fields.merging(["daily_limit_minutes": .number(minutes)]) { $1 })
      return try store.setPolicy(policy, of: family, expecting: 1)
    }
    #expect(outcomes.faults == [])
    #expect(outcomes.done.count == 1)
    #expect(outcomes.refusals.map(\.code) == [.revisionConflict, .revisionConflict])
    let winner = try #require(outcomes.done.first)
    #expect(try fixture.call { store, _ in try store.family(family) } == winner)
    // Nobody is stuck: the revision in the refusal is the one to go on from.
    let current = try #require(outcomes.refusals.first?.currentRevision)
    let second = try fixture.call { store, _ in
      try store.setPolicy(winner.policy, of: family, expecting: current)
    }
    #expect(second.revision == current + 1)
  }

  @Test(
    "three devices of a child that pass at once earn no more than the cap",
    arguments: Engine.allCases)
  func cap(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    try fixture.change(["reward_minutes": .number(15), "daily_bonus_cap_minutes": .number(20)])
    let mia = try fixture.call { try $0.addChild(name: "Mia", to: fixture.family, at: $1) }
    let waiting = try (0..<3).map { index in
      let code = try fixture.call { try $0.pairingCode(for: mia.id, in: fixture.family, at: $1) }
      let token = try fixture.call {
        try $0.pair(with: code.code, name: "Machine \(index)", at: $1).token
      }
      let caller = try fixture.caller(token)
      return (caller, try fixture.call { try $0.challenge(for: caller, at: $1) })
    }
    let next = Mutex(waiting)
    let outcomes = atOnce(fixture) { store, now in
      let (caller, challenge) = next.withLock { $0.removeFirst() }
      // A transaction that is done again takes the same challenge.
      defer { next.withLock { $0.append((caller, challenge)) } }
      let answers = challenge.questions.map { Answer(questionID: $0.id, value: $0.answer) }
      return try store.submit(answers, to: challenge.id, from: caller, at: now)
    }
    #expect(outcomes.faults == [] && outcomes.refusals.isEmpty)
    #expect(outcomes.done.map(\.passed) == [true, true, true])
    let grants = Dictionary(outcomes.done.map { ($0.challengeID, $0.awardedMinutes) }) { first, _ in
      first
    }
    #expect(grants.values.reduce(0, +) <= 20)
    let earned = try fixture.call { store, now in
      try store.snapshot(for: waiting[0].0, at: now).earnedMinutes
    }
    #expect(earned == grants.values.reduce(0, +))
  }
}
