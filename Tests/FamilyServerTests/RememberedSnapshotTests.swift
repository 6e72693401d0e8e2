import CivilTime
import Database
import FamilyServer
import HTTPServer
import PolicyCore
import TestSupport
import Testing

/// What is answered without reading it anew, and when it no longer is.
@Suite struct RememberedSnapshotTests {
  @Test("a snapshot that was told is told again from memory, with the time that it is then")
  func toldAgain() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let (_, _, who) = try fixture.pair()
    #expect(fixture.remembered(who) == nil)
    let told = try fixture.send("GET", "/v1/device/snapshot", headers: who)
    #expect(fixture.remembered(who) == told)
    fixture.base.now = fixture.base.now + .seconds(7)
    let later = try #require(fixture.remembered(who))
    #expect(later[at: "server_time"].number == told[at: "server_time"].number.map { $0 + 7 })
    #expect(later == (try fixture.send("GET", "/v1/device/snapshot", headers: who)))
    let tag = try #require(later.headers["ETag"])
    let known = fixture.remembered(who.merging(["If-None-Match": tag]) { $1 })
    #expect(known?.status == 304)
    #expect(known?.body == [])
  }

  @Test("what another process changes ends what is remembered at once: a revoked device is refused")
  func revokedElsewhere() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let (_, device, who) = try fixture.pair()
    _ = try fixture.send("GET", "/v1/device/snapshot", headers: who)
    #expect(fixture.remembered(who) != nil)
    let other = try fixture.base.another()
    try other.transaction {
      try other.revoke(DeviceID(device), in: fixture.base.family, at: fixture.base.now)
    }
    #expect(fixture.remembered(who) == nil)
    #expect(try fixture.send("GET", "/v1/device/snapshot", headers: who).status == 401)
    #expect(fixture.remembered(who) == nil)
  }

  @Test("what the process itself changes ends what is remembered")
  func changedHere() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let (_, _, who) = try fixture.pair()
    _ = try fixture.send("GET", "/v1/device/snapshot", headers: who)
    try fixture.base.change(["daily_limit_minutes": .number(17)])
    #expect(fixture.remembered(who) == nil)
    let told = try fixture.send("GET", "/v1/device/snapshot", headers: who)
    #expect(told[at: "policy"][at: "daily_limit_minutes"].number == 17)
  }

  @Test("nothing is remembered over midnight, nor by a clock that was set back")
  func anotherDay() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let (_, _, who) = try fixture.pair()
    _ = try fixture.send("GET", "/v1/device/snapshot", headers: who)
    let noon = fixture.base.now
    fixture.base.now = noon - .seconds(1)
    #expect(fixture.remembered(who) == nil)
    try fixture.base.go(to: "2025-01-06T23:59")
    #expect(fixture.remembered(who)?[at: "day"].asText == "2025-01-06")
    try fixture.base.go(to: "2025-01-07T00:00")
    #expect(fixture.remembered(who) == nil)
  }

  @Test("what is read beside a change that is undone is not remembered")
  func undone() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let (_, _, who) = try fixture.pair()
    let base = fixture.base
    let asked = HTTPRequest("GET", "/v1/device/snapshot", headers: who)
    #expect(throws: SQLError.self) {
      try base.store.transaction {
        let family = try base.store.family(base.family)
        let fields = family.policy.fields.merging(["daily_limit_minutes": .number(1)]) { $1 }
        _ = try base.store.setPolicy(
          FamilyPolicy(fields: fields), of: base.family, expecting: family.revision)
        let told = try fixture.api.answer(asked, from: base.store, at: base.now)
        #expect(told[at: "policy"][at: "daily_limit_minutes"].number == 1)
        throw SQLError(code: .failed, message: "undone")
      }
    }
    #expect(fixture.remembered(who) == nil)
    let told = try fixture.send("GET", "/v1/device/snapshot", headers: who)
    #expect(told[at: "policy"][at: "daily_limit_minutes"].number == 60)
  }

  @Test("over PostgreSQL, which doesn't say what others changed, nothing is remembered")
  func overPostgres() throws {
    guard let fixture = try APIFixture(.postgres) else { return }
    defer { fixture.cleanUp() }
    let (_, _, who) = try fixture.pair()
    _ = try fixture.send("GET", "/v1/device/snapshot", headers: who)
    #expect(fixture.remembered(who) == nil)
  }
}

extension APIFixture {
  /// What a device is told from memory; `nil` where it has to be read.
  fileprivate func remembered(_ headers: [String: String]) -> HTTPResponse? {
    api.answerAtOnce(
      HTTPRequest("GET", "/v1/device/snapshot", headers: headers), from: base.store, at: base.now)
  }
}
