import CivilTime
import Database
import FamilyServer
import PolicyCore
import TestSupport
import Testing

/// An engine that a test runs over.
enum Engine: String, CaseIterable, CustomTestStringConvertible {
  case sqlite
  case postgres

  var testDescription: String { rawValue }
}

/// A store with a family, a child and a paired device, and a clock that the test moves.
final class StoreFixture {
  let scratch: Scratch
  let address: DatabaseAddress
  let store: FamilyStore
  let family: FamilyID
  let token: Secret
  let zone: Zone
  var now: Instant

  /// Sets it up; `nil`, said loudly, where the engine isn't here.
  init?(_ engine: Engine, at time: String = "2025-01-06T12:00", test: String = #function) throws {
    let scratch = try Scratch(test)
    self.scratch = scratch
    switch engine {
    case .sqlite: address = .sqlite(path: scratch.file("family.db"))
    case .postgres:
      do {
        address = .postgres(address: try PostgresServer.shared.get().database())
      } catch {
        Skip.say("PostgreSQL: \(error)", test: test)
        return nil
      }
    }
    let zone = try Zone(identifier: "Europe/Berlin")
    let now = try zone.instant(parsing: time)
    let store = try FamilyStore(address.connect())
    let added = try store.transaction { try store.addFamily(name: "Home", zone: zone, at: now) }
    (self.store, self.zone, self.now) = (store, zone, now)
    (family, token) = added
  }

  /// Another store on the same database, as another server process has it.
  func another() throws -> FamilyStore { try FamilyStore(address.connect()) }

  /// Does something at the fixture's time, as one call.
  func call<Result>(_ body: (FamilyStore, Instant) throws -> Result) throws -> Result {
    try store.transaction { try body(store, now) }
  }

  /// Sets the clock.
  func go(to time: String) throws { now = try zone.instant(parsing: time) }

  /// The policy with some fields changed, put in place.
  @discardableResult
  func change(_ changes: [String: PolicyValue]) throws -> Family {
    try call { store, _ in
      let current = try store.family(family)
      let fields = current.policy.fields.merging(changes) { $1 }
      return try store.setPolicy(
        FamilyPolicy(fields: fields), of: family, expecting: current.revision)
    }
  }

  /// Adds a child and pairs a device for it; hands back the device's token.
  func device(_ name: String = "Mia") throws -> (child: Child, token: Secret) {
    try call { store, now in
      let child = try store.addChild(name: name, to: family, at: now)
      let code = try store.pairingCode(for: child.id, in: family, at: now)
      return (child, try store.pair(with: code.code, name: "Laptop", at: now).token)
    }
  }

  /// The device with a token, as a call of its would be seen now.
  func caller(_ token: Secret) throws -> Caller {
    try #require(try call { store, _ in try store.caller(withToken: token) })
  }

  /// Starts a challenge and answers all of it, right or wrong.
  func pass(
    _ token: Secret, wrongly: Bool = false
  ) throws -> ChallengeResult {
    let caller = try caller(token)
    return try call { store, now in
      let challenge = try store.challenge(for: caller, at: now)
      let answers = challenge.questions.map {
        Answer(questionID: $0.id, value: wrongly ? $0.answer + 1 : $0.answer)
      }
      return try store.submit(answers, to: challenge.id, from: caller, at: now)
    }
  }

  /// The code of the refusal that a call ends with; `nil` where it is carried out.
  func refusal(_ body: (FamilyStore, Instant) throws -> some Any) throws -> FamilyError? {
    do {
      _ = try call(body)
      return nil
    } catch let error as FamilyError {
      return error
    }
  }
}
