import CivilTime
import CompactJSON
import FamilyServer
import HTTPServer
import PolicyCore
import TestSupport
import Testing

@Suite("The answers that the document promises")
struct PromisedAnswerTests {
  @Test("each is given where its reason is there, and is as described")
  func all() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    try provokeWhatAllCallsShare(fixture)
    try carryOutEverything(fixture)
    try missCodes(fixture)
    try missChallenges(fixture)
    try missRevisions(fixture)
    try guess(fixture)
    try fill(fixture)

    var promised: Set<String> = []
    for operation in fixture.document.operations {
      let name = operation.json[at: "operationId"].asText
      guard case .object(let responses) = operation.json[at: "responses"] else { continue }
      for (status, response) in responses {
        let schema = response[at: "content"][at: "application/json"][at: "schema"]
        let errors = ([schema] + schema[at: "oneOf"].elements).map { $0[at: "$ref"].asText }
          .filter { $0.contains("/Error_") }.map {
            String($0.split(separator: "_", maxSplits: 1)[1])
          }
        if errors.isEmpty { promised.insert("\(name) \(status)") }
        for error in errors { promised.insert("\(name) \(status) \(error)") }
      }
    }
    // What takes a database that is away, and what a process answers without the interface.
    promised = promised.filter {
      !$0.hasSuffix("503 unavailable") && !$0.hasPrefix("get_health")
        && !$0.hasPrefix("get_metrics")
    }
    #expect(promised.count > 90)
    #expect(promised.subtracting(fixture.answered).sorted() == [])
  }

  /// Refusals that any call with a body, with credentials, or with an id has.
  private func provokeWhatAllCallsShare(_ fixture: APIFixture) throws {
    let (_, _, device) = try fixture.pair("Ada")
    let parent = ["Authorization": "Bearer \(fixture.base.token.text)"]
    let signedIn = try fixture.send(
      "POST", "/v1/session", #"{"token": "\#(fixture.base.token.text)"}"#)
    let cookie = String((signedIn.headers["Set-Cookie"] ?? "").prefix { $0 != ";" })
    for operation in fixture.document.operations where operation.path.hasPrefix("/v1") {
      let path = operation.path.replacing(/\{[a-z_]+\}/, with: "AAAAAAAAAAAAAAAA")
      let media = operation.json[at: "requestBody"][at: "content"][at: "application/json"]
      let example = media == .null ? nil : media[at: "example"].written
      let who = operation.path.hasPrefix("/v1/device") ? device : parent
      _ = try fixture.send(operation.method, path, example)
      let foreign = ["Cookie": cookie, "Origin": "https://elsewhere.test"]
      _ = try fixture.send(operation.method, path, example, headers: foreign)
      if path.contains("AAAA") {
        _ = try fixture.send(operation.method, path, example, headers: who)
      }
      guard example != nil else { continue }
      for (body, type) in [("{", "application/json"), ("{}", "application/json"), ("{}", "text/x")]
      {
        _ = try fixture.send(
          operation.method, path, body, headers: who.merging(["Content-Type": type]) { $1 })
      }
      _ = try fixture.send(HTTPRequest(operation.method, path, headers: who, isTooLarge: true))
    }
  }

  private func carryOutEverything(_ fixture: APIFixture) throws {
    let (child, device, who) = try fixture.pair("Ben")
    let family = try fixture.parent("GET", "/v1/parent/family")
    var revision = family[at: "revision"].number ?? 0
    _ = try fixture.parent(
      "PUT", "/v1/parent/policy",
      #"{"expected_revision": \#(revision), "policy": \#(family[at: "policy"].written)}"#)
    revision += 1
    _ = try fixture.parent(
      "PUT", "/v1/parent/children/\(child)/overrides",
      #"{"expected_revision": \#(revision), "overrides": {"challenge_questions": 2}}"#)
    revision += 1
    let code = try fixture.parent("POST", "/v1/parent/devices/\(device)/configuration-code")
    _ = try fixture.send(
      "POST", "/v1/device/configuration-unlock", #"{"code": "\#(code[at: "code"].asText)"}"#,
      headers: who)
    let tag = try fixture.send("GET", "/v1/device/snapshot", headers: who).headers["ETag"] ?? ""
    _ = try fixture.send(
      "GET", "/v1/device/snapshot", headers: who.merging(["If-None-Match": tag]) { $1 })
    _ = try fixture.send(
      "POST", "/v1/device/status",
      """
      {"policy_revision": \(revision), "monitoring": "failed", "shielded": true, "detail": "x",
       "observed_minutes": 12, "observed_day": "2025-01-06"}
      """, headers: who)
    _ = try fixture.send("POST", "/v1/device/challenges", headers: who)
    let challenge = try fixture.send("POST", "/v1/device/challenges", headers: who)
    _ = try submit(challenge, fixture, who)
    _ = try fixture.parent("GET", "/v1/parent/family")
    _ = try fixture.parent("DELETE", "/v1/parent/devices/\(device)")
    _ = try fixture.parent("DELETE", "/v1/session")
    _ = try fixture.send("GET", "/openapi.json")
  }

  /// Submits nothing but noughts.
  private func submit(
    _ challenge: HTTPResponse, _ fixture: APIFixture, _ who: [String: String]
  ) throws -> HTTPResponse {
    let answers = challenge[at: "questions"].elements.map {
      JSON.object(["question_id": $0[at: "question_id"], "value": .integer(0)])
    }
    return try fixture.send(
      "POST", "/v1/device/challenges/\(challenge[at: "challenge_id"].asText)/submit",
      JSON.object(["answers": .list(answers)]).written, headers: who)
  }

  private func missCodes(_ fixture: APIFixture) throws {
    let (child, device, who) = try fixture.pair("Cem")
    func pair(_ code: JSON) throws {
      _ = try fixture.send(
        "POST", "/v1/pair", #"{"code": "\#(code.asText)", "device_name": "Laptop"}"#)
    }
    func unlock(_ code: JSON) throws {
      _ = try fixture.send(
        "POST", "/v1/device/configuration-unlock", #"{"code": "\#(code.asText)"}"#, headers: who)
    }
    for (path, use) in [
      ("/v1/parent/children/\(child)/pairing-code", pair),
      ("/v1/parent/devices/\(device)/configuration-code", unlock),
    ] {
      let code = try fixture.parent("POST", path)[at: "code"]
      try use(code)
      try use(code)
      let late = try fixture.parent("POST", path)[at: "code"]
      fixture.base.now = fixture.base.now + .seconds(600)
      try use(late)
      try use(.text("nobody's"))
    }
  }

  private func missChallenges(_ fixture: APIFixture) throws {
    let (child, _, who) = try fixture.pair("Dan")
    func start() throws -> HTTPResponse {
      try fixture.send("POST", "/v1/device/challenges", headers: who)
    }
    let late = try start()
    fixture.base.now = fixture.base.now + .seconds(600)
    _ = try submit(late, fixture, who)
    let changed = try start()
    let revision = try fixture.parent("GET", "/v1/parent/family")[at: "revision"].number ?? 0
    _ = try fixture.parent(
      "PUT", "/v1/parent/children/\(child)/overrides",
      #"{"expected_revision": \#(revision), "overrides": {"challenge_questions": 1}}"#)
    _ = try submit(changed, fixture, who)
    let yesterday = try start()
    try fixture.base.go(to: "2025-01-07T12:00")
    _ = try submit(yesterday, fixture, who)
    for _ in 0...FamilyStore.mostChallenges { _ = try submit(try start(), fixture, who) }
  }

  private func missRevisions(_ fixture: APIFixture) throws {
    let (child, _, who) = try fixture.pair("Eva")
    let family = try fixture.parent("GET", "/v1/parent/family")
    guard case .object(var policy) = family[at: "policy"] else { return }
    func change(_ revision: Int) throws {
      _ = try fixture.parent(
        "PUT", "/v1/parent/policy",
        #"{"expected_revision": \#(revision), "policy": \#(JSON.object(policy).written)}"#)
    }
    try change(77)
    _ = try fixture.parent(
      "PUT", "/v1/parent/children/\(child)/overrides",
      #"{"expected_revision": 77, "overrides": {}}"#)
    let caller = try fixture.base.caller(
      Secret(String((who["Authorization"] ?? "").dropFirst("Bearer ".count))))
    _ = try fixture.base.call { store, now in
      let challenge = try store.challenge(for: caller, at: now)
      let answers = challenge.questions.map { Answer(questionID: $0.id, value: $0.answer) }
      return try store.submit(answers, to: challenge.id, from: caller, at: now)
    }
    policy["timezone"] = .text("Asia/Tokyo")
    try change(family[at: "revision"].number ?? 0)
  }

  private func guess(_ fixture: APIFixture) throws {
    let (_, _, who) = try fixture.pair("Fay")
    for _ in 0...10 {
      _ = try fixture.send("POST", "/v1/session", #"{"token": "guess"}"#)
      _ = try fixture.send("POST", "/v1/pair", #"{"code": "guess", "device_name": "Laptop"}"#)
      _ = try fixture.send(
        "POST", "/v1/device/configuration-unlock", #"{"code": "guess"}"#, headers: who)
    }
  }

  private func fill(_ fixture: APIFixture) throws {
    for index in 0...100 {
      _ = try fixture.parent("POST", "/v1/parent/children", #"{"name": "Child \#(index)"}"#)
    }
  }
}
