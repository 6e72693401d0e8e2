import CivilTime
import CompactJSON
import FamilyServer
import HTTPServer
import PolicyCore
import TestSupport
import Testing

/// Sentences of the family document that hold whichever engine keeps the data.
@Suite("What the family document promises")
struct PromiseTests {
  @Test(
    "a policy that is wrong for one child only is saved for nobody, and the answer names child and field",
    arguments: Engine.allCases)
  func oneChild(engine: Engine) throws {
    guard let fixture = try APIFixture(engine) else { return }
    defer { fixture.cleanUp() }
    _ = try fixture.pair("Mia")
    let (ben, _, who) = try fixture.pair("Ben")
    let own = try fixture.parent(
      "PUT", "/v1/parent/children/\(ben)/overrides",
      #"{"expected_revision": 1, "overrides": {"daily_bonus_cap_minutes": 1000}}"#)
    #expect(own.outcome == "200")
    let before = try fixture.parent("GET", "/v1/parent/family")
    let snapshot = try fixture.send("GET", "/v1/device/snapshot", headers: who)
    let refused = try setLimit(441, expecting: 2, before, fixture)
    #expect(refused.outcome == "422 invalid")
    let problems = refused[at: "error"][at: "detail"].elements
    #expect(problems.map { $0[at: "field"].asText } == ["policy.daily_bonus_cap_minutes"])
    #expect(problems.count { $0[at: "problem"].asText.contains("Ben") } == 1)
    #expect(try fixture.parent("GET", "/v1/parent/family").body == before.body)
    #expect(try fixture.send("GET", "/v1/device/snapshot", headers: who).body == snapshot.body)
    #expect(try setLimit(440, expecting: 2, before, fixture).outcome == "200")
  }

  private func setLimit(
    _ minutes: Int, expecting revision: Int, _ family: HTTPResponse, _ fixture: APIFixture
  ) throws -> HTTPResponse {
    guard case .object(var fields) = family[at: "policy"] else { return family }
    fields["daily_limit_minutes"] = .integer(Int64(minutes))
    let policy = JSON.object(fields).written
    return try fixture.parent(
      "PUT", "/v1/parent/policy", #"{"expected_revision": \#(revision), "policy": \#(policy)}"#)
  }

  @Test(
    "a zone may change until something was earned by its days, and no more then",
    arguments: Engine.allCases)
  func zone(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    let (_, token) = try fixture.device()
    // A wrong answer, and a pass that the cap left nothing of, are no rewards.
    _ = try fixture.pass(token, wrongly: true)
    try fixture.change(["daily_bonus_cap_minutes": .number(0)])
    #expect(try fixture.pass(token).awardedMinutes == 0)
    try fixture.change(["timezone": .text("America/New_York")])
    try fixture.change(["daily_bonus_cap_minutes": .number(60)])
    #expect(try fixture.pass(token).awardedMinutes == 15)
    let before = try fixture.call { store, _ in try store.family(fixture.family) }
    let refusal = #expect(throws: FamilyError.self) {
      try fixture.change(["timezone": .text("Europe/Berlin")])
    }
    #expect(refusal?.code == .timezoneLocked && refusal?.code.status == 409)
    #expect(try fixture.call { store, _ in try store.family(fixture.family) } == before)
  }

  /// When a challenge is made, when it ends, and what a right submission at a later moment is told; all in
  /// UTC, with what the family's clocks show beside it.
  struct Midnight {
    let zone: String
    let made: String
    let ends: String
    let submitted: String
    let refusal: FamilyError.Code?

    init(
      _ zone: String, _ made: String, _ ends: String, _ submitted: String,
      _ refusal: FamilyError.Code?
    ) {
      (self.zone, self.made, self.ends) = (zone, made, ends)
      (self.submitted, self.refusal) = (submitted, refusal)
    }
  }

  @Test(
    "a challenge ends with the family's day, also where clocks are changed",
    arguments: [
      // 23:55, and midnight.
      Midnight("Europe/Berlin", "2025-01-06T22:55", "2025-01-06T23:00", "2025-01-06T22:59", nil),
      Midnight(
        "Europe/Berlin", "2025-01-06T22:55", "2025-01-06T23:00", "2025-01-06T23:00",
        .challengeWrongDay),
      // The day of 23 hours ends an hour early, the one of 25 an hour late.
      Midnight(
        "Europe/Berlin", "2025-03-30T21:55", "2025-03-30T22:00", "2025-03-30T22:00",
        .challengeWrongDay),
      Midnight(
        "Europe/Berlin", "2025-10-26T22:55", "2025-10-26T23:00", "2025-10-26T23:00",
        .challengeWrongDay),
      // At midnight the clocks go to 01:00: the next day begins there.
      Midnight(
        "Africa/Cairo", "2025-04-24T21:55", "2025-04-24T22:00", "2025-04-24T22:00",
        .challengeWrongDay),
      // At midnight they go back to 23:00: the day goes on for an hour.
      Midnight("Africa/Cairo", "2025-10-30T20:55", "2025-10-30T21:05", "2025-10-30T21:04", nil),
      Midnight(
        "Africa/Cairo", "2025-10-30T20:55", "2025-10-30T21:05", "2025-10-30T21:05",
        .challengeExpired),
      Midnight(
        "Africa/Cairo", "2025-10-30T21:55", "2025-10-30T22:00", "2025-10-30T22:00",
        .challengeWrongDay),
    ])
  func midnight(_ midnight: Midnight) throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    try fixture.change(["timezone": .text(midnight.zone)])
    fixture.now = try Zone.utc.instant(parsing: midnight.made)
    let caller = try fixture.caller(try fixture.device().token)
    let challenge = try fixture.call { try $0.challenge(for: caller, at: $1) }
    #expect(challenge.expiresAt == (try Zone.utc.instant(parsing: midnight.ends)))
    fixture.now = try Zone.utc.instant(parsing: midnight.submitted)
    let answers = challenge.questions.map { Answer(questionID: $0.id, value: $0.answer) }
    let refusal = try fixture.refusal {
      try $0.submit(answers, to: challenge.id, from: caller, at: $1)
    }
    #expect(refusal?.code == midnight.refusal)
    let earned = try fixture.call { try $0.snapshot(for: caller, at: $1).earnedMinutes }
    #expect(earned == (refusal == nil ? 15 : 0))
  }

  @Test(
    "midnight between a challenge and its submission is 409, and the next day starts afresh",
    arguments: Engine.allCases)
  func wrongDay(engine: Engine) throws {
    guard let fixture = try APIFixture(engine, at: "2025-01-06T23:55") else { return }
    defer { fixture.cleanUp() }
    let (_, _, who) = try fixture.pair()
    let challenge = try fixture.send("POST", "/v1/device/challenges", headers: who)
    try fixture.base.go(to: "2025-01-07T00:00")
    let late = try fixture.send(
      "POST", Sums.path(of: challenge.json), Sums.submission(to: challenge.json), headers: who)
    #expect(late.outcome == "409 challenge_wrong_day")
    let next = try fixture.send("POST", "/v1/device/challenges", headers: who)
    #expect(next.outcome == "201" && next[at: "day"].asText == "2025-01-07")
    let passed = try fixture.send(
      "POST", Sums.path(of: next.json), Sums.submission(to: next.json), headers: who)
    #expect(passed[at: "day"].asText == "2025-01-07" && passed[at: "awarded_minutes"].number == 15)
  }

  @Test(
    "who guesses at pairing codes is slowed down, and a right one is no exception",
    arguments: Engine.allCases)
  func guessingCodes(engine: Engine) throws {
    guard let fixture = try APIFixture(engine) else { return }
    defer { fixture.cleanUp() }
    let (child, device, who) = try fixture.pair()
    func issue(_ path: String) throws -> String {
      try fixture.parent("POST", path)[at: "code"].asText
    }
    func pair(_ code: String) throws -> HTTPResponse {
      try fixture.send("POST", "/v1/pair", #"{"code": "\#(code)", "device_name": "Laptop"}"#)
    }
    func unlock(_ code: String) throws -> HTTPResponse {
      try fixture.send(
        "POST", "/v1/device/configuration-unlock", #"{"code": "\#(code)"}"#, headers: who)
    }
    for (call, path) in [
      (pair, "/v1/parent/children/\(child)/pairing-code"),
      (unlock, "/v1/parent/devices/\(device)/configuration-code"),
    ] {
      for _ in 0..<10 { #expect(try call("guess").outcome == "404 not_found") }
      let refused = try call(try issue(path))
      #expect(refused.outcome == "429 too_many_requests")
      #expect(refused.headers["Retry-After"] == "600")
    }
    // What a device may do anyway is not slowed down.
    #expect(try fixture.send("GET", "/v1/device/snapshot", headers: who).outcome == "200")
    fixture.base.now = fixture.base.now + .seconds(600)
    let code = try issue("/v1/parent/devices/\(device)/configuration-code")
    #expect(try unlock(code).outcome == "200")
  }

  @Test("no call credits minutes, whatever it is sent, but a submission that is right")
  func noCredit() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let (child, _, who) = try fixture.pair()
    let challenge = try fixture.send("POST", "/v1/device/challenges", headers: who).json
    let right = Sums.submission(to: challenge)
    let greedy = right.dropLast() + #", "awarded_minutes": 60, "passed": true}"#
    let claimed = try fixture.send(
      "POST", Sums.path(of: challenge), String(greedy), headers: who)
    #expect(claimed.outcome == "422 invalid")
    let report = #"""
      {"policy_revision": 1, "monitoring": "active", "shielded": false, "detail": "",
       "observed_minutes": 1, "observed_day": "2025-01-06", "earned_minutes": 60}
      """#
    #expect(
      try fixture.send("POST", "/v1/device/status", report, headers: who).outcome == "422 invalid")
    for path in ["/v1/device/rewards", "/v1/device/credit", "/v1/device/snapshot"] {
      let answer = try fixture.send("POST", path, #"{"minutes": 60}"#, headers: who)
      #expect([404, 405].contains(answer.status), "\(path)")
    }
    for path in ["/v1/parent/rewards", "/v1/parent/children/\(child)/rewards"] {
      #expect(try fixture.parent("POST", path, #"{"minutes": 60}"#).outcome == "404 not_found")
    }
    func earned() throws -> Int? {
      try fixture.send("GET", "/v1/device/snapshot", headers: who)[at: "earned_minutes"].number
    }
    #expect(try earned() == 0)
    // None of it consumed the attempt.
    #expect(try fixture.send("POST", Sums.path(of: challenge), right, headers: who).status == 200)
    #expect(try earned() == 15)
  }

  @Test(
    "a revision grows by one with each change and with nothing else", arguments: Engine.allCases)
  func revisions(engine: Engine) throws {
    guard let fixture = try APIFixture(engine) else { return }
    defer { fixture.cleanUp() }
    func revision() throws -> Int? {
      try fixture.parent("GET", "/v1/parent/family")[at: "revision"].number
    }
    let (child, device, who) = try fixture.pair()
    let family = try fixture.parent("GET", "/v1/parent/family")
    #expect(try revision() == 1)
    #expect(try setLimit(10, expecting: 1, family, fixture)[at: "revision"].number == 2)
    #expect(try setLimit(20, expecting: 1, family, fixture).outcome == "409 revision_conflict")
    #expect(try setLimit(2000, expecting: 2, family, fixture).outcome == "422 invalid")
    let own = #"{"expected_revision": 2, "overrides": {"daily_limit_minutes": 5}}"#
    let path = "/v1/parent/children/\(child)/overrides"
    #expect(try fixture.parent("PUT", path, own)[at: "revision"].number == 3)
    _ = try fixture.send("POST", "/v1/device/challenges", headers: who)
    _ = try fixture.parent("POST", "/v1/parent/devices/\(device)/configuration-code")
    _ = try fixture.parent("DELETE", "/v1/parent/devices/\(device)")
    #expect(try revision() == 3)
  }

  @Test(
    "a device that was revoked is let in nowhere, at once, on every server",
    arguments: Engine.allCases)
  func revoked(engine: Engine) throws {
    guard let fixture = try APIFixture(engine) else { return }
    defer { fixture.cleanUp() }
    let (_, device, who) = try fixture.pair()
    let challenge = try fixture.send("POST", "/v1/device/challenges", headers: who).json
    let other = try fixture.base.another()
    let snapshot = HTTPRequest("GET", "/v1/device/snapshot", headers: who)
    func elsewhere() throws -> Int {
      try other.transaction(isReading: true) {
        try fixture.api.answer(snapshot, from: other, at: fixture.base.now).status
      }
    }
    #expect(try elsewhere() == 200)
    #expect(try fixture.parent("DELETE", "/v1/parent/devices/\(device)").outcome == "204")
    #expect(try elsewhere() == 401)
    for (method, path, body) in [
      ("GET", "/v1/device/snapshot", nil), ("POST", "/v1/device/challenges", nil),
      ("POST", "/v1/device/status", "{}"), ("POST", "/v1/device/configuration-unlock", "{}"),
      ("POST", Sums.path(of: challenge), Sums.submission(to: challenge)),
    ] as [(String, String, String?)] {
      #expect(
        try fixture.send(method, path, body, headers: who).outcome == "401 unauthenticated",
        "\(method) \(path)")
    }
    // A second time is no error and moves nothing; there is no code for it any more.
    #expect(try fixture.parent("DELETE", "/v1/parent/devices/\(device)").outcome == "204")
    let code = try fixture.parent("POST", "/v1/parent/devices/\(device)/configuration-code")
    #expect(code.outcome == "404 not_found")
  }

  @Test("a report's detail has at most 200 characters", arguments: [200, 201])
  func detail(length: Int) throws {
    guard let fixture = try APIFixture(test: "detail") else { return }
    defer { fixture.cleanUp() }
    let (_, _, who) = try fixture.pair()
    let detail = String(repeating: "\u{1F600}", count: length)
    let answer = try fixture.send(
      "POST", "/v1/device/status",
      """
      {"policy_revision": 1, "monitoring": "failed", "shielded": true, "detail": "\(detail)",
       "observed_minutes": 0, "observed_day": "2025-01-06"}
      """, headers: who)
    #expect(answer.outcome == (length > 200 ? "422 invalid" : "204"))
    let seen = try fixture.parent("GET", "/v1/parent/family")[at: "children"][at: 0]
    let status = seen[at: "devices"][at: 0][at: "last_status"]
    #expect(status[at: "detail"].asText == (length > 200 ? "" : detail))
  }
}
