import CivilTime
import FamilyServer
import PolicyCore
import TestSupport
import Testing

@Suite("A family's store")
struct FamilyTests {
  @Test(
    "who read an older policy is told which holds, and changes nothing", arguments: Engine.allCases)
  func conflict(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    let old = try fixture.call { store, _ in try store.family(fixture.family) }
    let new = try fixture.change(["daily_limit_minutes": .number(30)])
    #expect(new.revision == old.revision + 1)
    let refusal = try fixture.refusal { store, _ in
      try store.setPolicy(old.policy, of: fixture.family, expecting: old.revision)
    }
    #expect(refusal?.code == .revisionConflict && refusal?.currentRevision == new.revision)
    #expect(try fixture.call { store, _ in try store.family(fixture.family) } == new)
  }

  @Test("a policy that is wrong for one child only is refused, and says for whom")
  func oneChild() throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    let (mia, _) = try fixture.device()
    try fixture.call { store, _ in
      _ = try store.setOverrides(
        try PolicyOverrides(fields: ["daily_bonus_cap_minutes": .number(1000)]), of: mia.id,
        in: fixture.family, expecting: 1)
    }
    let refusal = #expect(throws: FamilyError.self) {
      try fixture.change(["daily_limit_minutes": .number(441)])
    }
    #expect(refusal?.code == .invalid)
    #expect(refusal?.problems.map(\.field) == ["policy.daily_bonus_cap_minutes"])
    #expect(refusal?.problems.first?.problem.contains("Mia") == true)
    try fixture.change(["daily_limit_minutes": .number(440)])
  }

  @Test("own values are inherited again once they are cleared")
  func inheritance() throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    let (mia, token) = try fixture.device()
    func set(_ fields: [String: PolicyValue], expecting revision: Int) throws -> Int {
      try fixture.call { store, _ in
        try store.setOverrides(
          try PolicyOverrides(fields: fields), of: mia.id, in: fixture.family, expecting: revision
        ).revision
      }
    }
    let revision = try set(["daily_limit_minutes": .number(0)], expecting: 1)
    #expect(try fixture.caller(token).policy.dailyLimitMinutes == 0)
    _ = try set([:], expecting: revision)
    #expect(try fixture.caller(token).policy.dailyLimitMinutes == 60)
  }

  @Test("children stay in the order in which they were added", arguments: Engine.allCases)
  func order(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    let names = (1...12).map { "Child \($0)" }
    for (index, name) in names.enumerated() {
      // All in one second, and the last of them by a clock that was set back.
      if index == 8 { fixture.now = fixture.now - .seconds(3600) }
      try fixture.call { _ = try $0.addChild(name: name, to: fixture.family, at: $1) }
    }
    let children = try fixture.call { store, _ in
      try store.children(of: try store.family(fixture.family))
    }
    #expect(children.map(\.name) == names)
  }

  @Test("the zone stays once something was earned by its days")
  func zone() throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    try fixture.change(["timezone": .text("America/New_York")])
    try fixture.change(["timezone": .text("Europe/Berlin")])
    let (_, token) = try fixture.device()
    _ = try fixture.pass(token)
    let refusal = #expect(throws: FamilyError.self) {
      try fixture.change(["timezone": .text("America/New_York")])
    }
    #expect(refusal?.code == .timezoneLocked)
    try fixture.change(["daily_limit_minutes": .number(30)])
  }

  @Test("another family's child and device are as if they weren't there")
  func tenants() throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    let (mia, token) = try fixture.device()
    let device = try fixture.caller(token).device
    let other = try fixture.call { try $0.addFamily(name: "Next door", zone: .utc, at: $1).family }
    let refusals: [FamilyError?] = [
      try fixture.refusal { try $0.pairingCode(for: mia.id, in: other, at: $1) },
      try fixture.refusal { store, _ in
        try store.setOverrides(.none, of: mia.id, in: other, expecting: 1)
      },
      try fixture.refusal { try $0.configurationCode(for: device, in: other, at: $1) },
      try fixture.refusal { try $0.revoke(device, in: other, at: $1) },
    ]
    #expect(refusals.map { $0?.code } == [.notFound, .notFound, .notFound, .notFound])
    #expect(try fixture.caller(token).device == device)
  }

  @Test("a code pairs one device, within ten minutes", arguments: Engine.allCases)
  func codes(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    let mia = try fixture.call { try $0.addChild(name: "Mia", to: fixture.family, at: $1) }
    func code() throws -> IssuedCode {
      try fixture.call { try $0.pairingCode(for: mia.id, in: fixture.family, at: $1) }
    }
    func pair(_ code: Secret) throws -> FamilyError.Code? {
      try fixture.refusal { try $0.pair(with: code, name: "Laptop", at: $1) }?.code
    }
    let (first, second) = (try code(), try code())
    #expect(first.code.text.utf8.count == 24 && first.code != second.code)
    #expect(try pair(first.code) == nil)
    #expect(try pair(first.code) == .codeUsed)
    #expect(try pair(Secret("no such code")) == .notFound)
    fixture.now = second.expiresAt
    #expect(try pair(second.code) == .codeExpired)
    #expect(try fixture.call { store, _ in try store.devices(of: mia.id) }.count == 1)
  }

  @Test("a configuration code is for its device, once")
  func configuration() throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    let mine = try fixture.caller(try fixture.device().token)
    let others = try fixture.caller(try fixture.device("Ben").token)
    let code = try fixture.call {
      try $0.configurationCode(for: mine.device, in: fixture.family, at: $1)
    }
    func unlock(_ caller: Caller) throws -> FamilyError.Code? {
      try fixture.refusal { try $0.unlock(with: code.code, on: caller, at: $1) }?.code
    }
    #expect(try unlock(others) == .notFound)
    #expect(try unlock(mine) == nil)
    #expect(try unlock(mine) == .codeUsed)
    #expect(
      try fixture.refusal { try $0.pair(with: code.code, name: "Laptop", at: $1) }?.code
        == .notFound)
  }

  @Test("a revoked device is nobody, and stays in the list")
  func revoked() throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    let (mia, token) = try fixture.device()
    let device = try fixture.caller(token).device
    for _ in 0..<2 { try fixture.call { try $0.revoke(device, in: fixture.family, at: $1) } }
    #expect(try fixture.call { store, _ in try store.caller(withToken: token) } == nil)
    let listed = try fixture.call { store, _ in try store.devices(of: mia.id) }
    #expect(listed.map(\.revokedAt) == [fixture.now])
  }

  @Test("a session is good until it ends, is closed, or the parents' token is another")
  func sessions() throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    func open() throws -> Secret {
      try fixture.call { store, now in
        try store.openSession(for: try store.family(fixture.family), at: now)
      }
    }
    func isGood(_ cookie: Secret) throws -> Bool {
      try fixture.call { try $0.family(inSession: cookie, at: $1) } != nil
    }
    let (first, second, third) = (try open(), try open(), try open())
    #expect(try isGood(first))
    #expect(try !isGood(Secret(first.text.dropLast() + "!")))
    #expect(try !isGood(Secret("")) && !isGood(Secret(".")))
    try fixture.call { store, _ in try store.closeSession(first) }
    #expect(try !isGood(first) && isGood(second))
    let token = try fixture.call { store, _ in try store.rotateToken(of: fixture.family) }
    #expect(try !isGood(second) && !isGood(third))
    #expect(try fixture.call { store, _ in try store.family(withToken: fixture.token) } == nil)
    #expect(
      try fixture.call { store, _ in try store.family(withToken: token) }?.id == fixture.family)
    let last = try open()
    fixture.now = fixture.now + FamilyStore.sessionLife
    #expect(try !isGood(last))
  }

  @Test("nothing secret is kept as it is")
  func hashed() throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    let (mia, token) = try fixture.device()
    let (code, cookie) = try fixture.call { store, now in
      (
        try store.pairingCode(for: mia.id, in: fixture.family, at: now).code,
        try store.openSession(for: try store.family(fixture.family), at: now)
      )
    }
    let half = String(cookie.text.split(separator: ".")[1])
    for name in try fixture.scratch.names() where name.hasPrefix("family.db") {
      let bytes = try fixture.scratch.bytes(name)
      for secret in [fixture.token.text, token.text, code.text, half] {
        #expect(bytes.firstRange(of: Array(secret.utf8)) == nil, "\(name)")
      }
    }
    #expect("\(token)" == "(secret)")
  }

  @Test("ten failures are let by, and then nobody for ten minutes", arguments: Engine.allCases)
  func attempts(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    for _ in 0..<10 {
      try fixture.call { store, now in
        try store.checkAttempts(of: "pair 127.0.0.1", at: now)
        try store.countFailure(of: "pair 127.0.0.1", at: now)
      }
    }
    let refusal = try fixture.refusal { try $0.checkAttempts(of: "pair 127.0.0.1", at: $1) }
    #expect(refusal?.code == .tooMany && refusal?.retryAfter == 600)
    #expect(try fixture.refusal { try $0.checkAttempts(of: "pair ::1", at: $1) } == nil)
    fixture.now = fixture.now + .seconds(600)
    #expect(try fixture.refusal { try $0.checkAttempts(of: "pair 127.0.0.1", at: $1) } == nil)
  }

  @Test("a report is kept with its time, also one of a revision that there hasn't been here")
  func status() throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    let (mia, token) = try fixture.device()
    let caller = try fixture.caller(token)
    for revision in [1, 7] {
      let status = DeviceStatus(
        policyRevision: revision, monitoring: .active, shielded: true, detail: "",
        observedMinutes: 61, observedDay: try CivilDate(parsing: "2025-01-06"))
      fixture.now = fixture.now + .seconds(60)
      try fixture.call { store, now in try store.report(status, from: caller, at: now) }
      let last = try fixture.call { store, _ in try store.devices(of: mia.id) }.first?.lastStatus
      #expect(last?.reportedAt == fixture.now && last?.status == status)
    }
  }

  @Test(
    "names are shown, so they have something to show and nothing hidden",
    arguments: ["", "  ", "a\nb", "\u{202E}evil", String(repeating: "x", count: 81), "\u{0}"])
  func names(name: String) throws {
    guard let fixture = try StoreFixture(.sqlite, test: "names") else { return }
    defer { fixture.scratch.cleanUp() }
    let refusal = try fixture.refusal { try $0.addChild(name: name, to: fixture.family, at: $1) }
    #expect(refusal?.problems.map(\.field) == ["name"])
  }
}
