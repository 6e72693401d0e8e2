import CivilTime
import CompactJSON
import FamilyServer
import HTTPServer
import TestSupport
import Testing

@Suite("The interface")
struct APITests {
  @Test("a refusal says what is wrong, and where there is a where")
  func refusals() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let error = try fixture.parent("POST", "/v1/parent/children", "[]")[at: "error"]
    #expect(
      error[at: "message"].asText
        == "the body is not right: a list was given, and an object is needed")
    #expect(error[at: "detail"][at: 0][at: "field"] == .text(""))
    let name = try fixture.parent("POST", "/v1/parent/children", #"{"name": 4}"#)[at: "error"]
    #expect(name[at: "message"].asText.hasPrefix("the body is not right: name: "))
    // Where there is no body, nothing is said of one.
    #expect("\(FamilyError.invalid("name", "it is too long"))" == "name: it is too long")
  }

  @Test("a day of a family: from the policy to the minutes that were earned")
  func story() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let family = try fixture.parent("GET", "/v1/parent/family")
    #expect(family.outcome == "200" && family[at: "revision"].number == 1)
    var policy = family[at: "policy"]
    if case .object(var fields) = policy {
      fields["daily_limit_minutes"] = .integer(30)
      policy = .object(fields)
    }
    let changed = try fixture.parent(
      "PUT", "/v1/parent/policy", #"{"expected_revision": 1, "policy": \#(policy.written)}"#)
    #expect(changed.outcome == "200" && changed[at: "revision"].number == 2)
    #expect(changed[at: "policy"] == policy)

    let (child, device, who) = try fixture.pair()
    let own = try fixture.parent(
      "PUT", "/v1/parent/children/\(child)/overrides",
      #"{"expected_revision": 2, "overrides": {"challenge_questions": 2}}"#)
    #expect(own.outcome == "200" && own[at: "revision"].number == 3)
    #expect(own[at: "effective_policy"][at: "challenge_questions"].number == 2)

    let snapshot = try fixture.send("GET", "/v1/device/snapshot", headers: who)
    #expect(
      snapshot[at: "schema_version"].number == 1 && snapshot[at: "device_id"].asText == device)
    #expect(snapshot[at: "policy"] == own[at: "effective_policy"])
    #expect(
      snapshot[at: "policy_revision"].number == 3 && snapshot[at: "earned_minutes"].number == 0)
    #expect(
      snapshot[at: "day"].asText == "2025-01-06" && snapshot[at: "child_name"].asText == "Mia")
    #expect(snapshot[at: "server_time"].number == Int(fixture.base.now.seconds))

    let challenge = try fixture.send("POST", "/v1/device/challenges", headers: who)
    #expect(challenge.outcome == "201" && challenge[at: "questions"].elements.count == 2)
    #expect(challenge[at: "questions"][at: 0][at: "answer"] == .null)
    #expect(try fixture.send("POST", "/v1/device/challenges", headers: who).outcome == "200")
    let answers = challenge[at: "questions"].elements.map { question in
      #"{"question_id": "\#(question[at: "question_id"].asText)", "value": \#(solve(question))}"#
    }
    let path = "/v1/device/challenges/\(challenge[at: "challenge_id"].asText)/submit"
    let body = #"{"answers": [\#(answers.joined(separator: ","))]}"#
    let result = try fixture.send("POST", path, body, headers: who)
    #expect(result[at: "passed"] == .bool(true) && result[at: "awarded_minutes"].number == 15)
    #expect(try fixture.send("POST", path, body, headers: who).body == result.body)
    #expect(
      try fixture.send("GET", "/v1/device/snapshot", headers: who)[at: "earned_minutes"].number
        == 15)

    let report = try fixture.send(
      "POST", "/v1/device/status",
      """
      {"policy_revision": 3, "monitoring": "active", "shielded": false, "detail": "",
       "observed_minutes": 12, "observed_day": "2025-01-06"}
      """, headers: who)
    #expect(report.outcome == "204" && report.body.isEmpty)
    let seen = try fixture.parent("GET", "/v1/parent/family")[at: "children"][at: 0]
    #expect(seen[at: "earned_minutes"].number == 15)
    #expect(seen[at: "devices"][at: 0][at: "last_status"][at: "observed_minutes"].number == 12)
    #expect(
      seen[at: "devices"][at: 0][at: "last_status"][at: "reported_at"].number
        == Int(fixture.base.now.seconds))

    #expect(try fixture.parent("DELETE", "/v1/parent/devices/\(device)").outcome == "204")
    #expect(
      try fixture.send("GET", "/v1/device/snapshot", headers: who).outcome == "401 unauthenticated")
  }

  private func solve(_ question: JSON) -> Int {
    let words = question[at: "prompt"].asText.split(separator: " ")
    let (left, right) = (Int(words[0]) ?? 0, Int(words[2]) ?? 0)
    switch words[1] {
    case "+": return left + right
    case "−": return left - right
    default: return left * right
    }
  }

  @Test(
    "a call without credentials, or with others', is nobody's",
    arguments: [
      ("GET", "/v1/parent/family"), ("PUT", "/v1/parent/policy"), ("POST", "/v1/parent/children"),
      ("PUT", "/v1/parent/children/x/overrides"), ("POST", "/v1/parent/children/x/pairing-code"),
      ("POST", "/v1/parent/devices/x/configuration-code"), ("DELETE", "/v1/parent/devices/x"),
      ("DELETE", "/v1/session"), ("GET", "/v1/device/snapshot"), ("POST", "/v1/device/status"),
      ("POST", "/v1/device/challenges"), ("POST", "/v1/device/challenges/x/submit"),
      ("POST", "/v1/device/configuration-unlock"),
    ])
  func credentials(method: String, path: String) throws {
    guard let fixture = try APIFixture(test: "credentials") else { return }
    defer { fixture.cleanUp() }
    let (_, _, device) = try fixture.pair()
    let parent = ["Authorization": "Bearer \(fixture.base.token.text)"]
    let others = path.hasPrefix("/v1/device") ? parent : device
    let body = method == "GET" || method == "DELETE" ? nil : "{}"
    for headers in [[:], others, ["Authorization": "Bearer "], ["Authorization": "Basic eDp5"]] {
      let answer = try fixture.send(method, path, body, headers: headers)
      #expect(answer.outcome == "401 unauthenticated")
      #expect(answer.headers["WWW-Authenticate"] == "Bearer")
    }
  }

  @Test("a browser's session changes something only for pages of the family's origin")
  func origin() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let signedIn = try fixture.send(
      "POST", "/v1/session", #"{"token": "\#(fixture.base.token.text)"}"#)
    #expect(signedIn.outcome == "204")
    let cookie = try #require(signedIn.headers["Set-Cookie"])
    for attribute in ["HttpOnly", "SameSite=Strict", "Secure", "Path=/"] {
      #expect(cookie.contains(attribute))
    }
    let session = ["Cookie": "a=b; " + String(cookie.split(separator: ";")[0])]
    let own = session.merging(["Origin": "https://family.test"]) { $1 }
    #expect(try fixture.send("GET", "/v1/parent/family", headers: session).outcome == "200")
    let child = #"{"name": "Mia"}"#
    for foreign in [
      session, session.merging(["Origin": "https://family.test.evil"]) { $1 },
      session.merging(["Origin": "null"]) { $1 },
    ] {
      let answer = try fixture.send("POST", "/v1/parent/children", child, headers: foreign)
      #expect(answer.outcome == "403 wrong_origin")
    }
    #expect(
      try fixture.send("POST", "/v1/parent/children", child, headers: own).outcome == "201")
    #expect(try fixture.send("DELETE", "/v1/session", headers: own).outcome == "204")
    #expect(
      try fixture.send("GET", "/v1/parent/family", headers: own).outcome == "401 unauthenticated")
  }

  @Test(
    "a body that is not right is refused with what is wrong",
    arguments: [
      ("{", "400 malformed", [String]()), ("", "400 malformed", []),
      (#"{"name": "a", "name": "b"}"#, "400 malformed", []), ("[]", "422 invalid", [""]),
      ("{}", "422 invalid", ["name"]), (#"{"name": 1}"#, "422 invalid", ["name"]),
      (#"{"name": null}"#, "422 invalid", ["name"]), (#"{"name": ""}"#, "422 invalid", ["name"]),
      (#"{"name": "Mia", "nmae": 1}"#, "422 invalid", ["nmae"]),
    ])
  func bodies(body: String, outcome: String, fields: [String]) throws {
    guard let fixture = try APIFixture(test: "bodies") else { return }
    defer { fixture.cleanUp() }
    let answer = try fixture.parent("POST", "/v1/parent/children", body)
    #expect(answer.outcome == outcome)
    #expect(answer[at: "error"][at: "detail"].elements.map { $0[at: "field"].asText } == fields)
  }

  @Test(
    "a submitted value is a whole number as JSON writes one",
    arguments: ["\"4\"", "4.5", "4.0", "4e0", "40E-1", "true", "null", "[4]", "1e40"])
  func integers(value: String) throws {
    guard let fixture = try APIFixture(test: "integers") else { return }
    defer { fixture.cleanUp() }
    let (_, _, who) = try fixture.pair()
    let challenge = try fixture.send("POST", "/v1/device/challenges", headers: who)
    let id = challenge[at: "questions"][at: 0][at: "question_id"].asText
    let answer = try fixture.send(
      "POST", "/v1/device/challenges/\(challenge[at: "challenge_id"].asText)/submit",
      #"{"answers": [{"question_id": "\#(id)", "value": \#(value)}]}"#, headers: who)
    #expect(answer.outcome == "422 invalid")
    #expect(answer[at: "error"][at: "detail"][at: 0][at: "field"].asText == "answers[0].value")
    // The attempt isn't consumed.
    #expect(try fixture.send("POST", "/v1/device/challenges", headers: who).outcome == "200")
  }

  @Test("a body is JSON by its type, and no larger than 64 KiB")
  func types() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let who = ["Authorization": "Bearer \(fixture.base.token.text)"]
    for type in ["text/plain", "application/x-www-form-urlencoded", ""] {
      let answer = try fixture.send(
        "POST", "/v1/parent/children", #"{"name": "Mia"}"#,
        headers: who.merging(["Content-Type": type]) { $1 })
      #expect(answer.outcome == "415 unsupported_type")
    }
    let large = HTTPRequest("POST", "/v1/parent/children", headers: who, isTooLarge: true)
    let answer = try fixture.send(large)
    #expect(answer.outcome == "413 too_large")
  }

  @Test(
    "a place that isn't there, and one that takes other methods",
    arguments: [
      ("GET", "/v1", "404 not_found"), ("GET", "/v1/parent/familyx", "404 not_found"),
      ("GET", "/v1/parent/children//overrides", "404 not_found"),
      ("GET", "/v1/parent/family/", "404 not_found"),
      ("POST", "/v1/parent/family", "405 method_not_allowed"),
      ("DELETE", "/v1/parent/policy", "405 method_not_allowed"),
    ])
  func places(method: String, path: String, outcome: String) throws {
    guard let fixture = try APIFixture(test: "places") else { return }
    defer { fixture.cleanUp() }
    let answer = try fixture.parent(method, path)
    #expect(answer.outcome == outcome)
    if answer.status == 405 { #expect(answer.headers["Allow"]?.isEmpty == false) }
  }

  @Test("who guesses at codes or tokens is slowed down, and the right one is no exception")
  func guessing() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    for _ in 0..<10 {
      let guess = try fixture.send("POST", "/v1/session", #"{"token": "guess"}"#)
      #expect(guess.outcome == "401 unauthenticated")
    }
    let right = #"{"token": "\#(fixture.base.token.text)"}"#
    let refused = try fixture.send("POST", "/v1/session", right)
    #expect(refused.outcome == "429 too_many_requests" && refused.headers["Retry-After"] == "600")
    // Others are not locked out by it.
    #expect(try fixture.parent("GET", "/v1/parent/family").outcome == "200")
    fixture.base.now = fixture.base.now + .seconds(600)
    #expect(try fixture.send("POST", "/v1/session", right).outcome == "204")
  }

  @Test("a conflict carries the revision that holds")
  func conflict() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let policy = try fixture.parent("GET", "/v1/parent/family")[at: "policy"].written
    let answer = try fixture.parent(
      "PUT", "/v1/parent/policy", #"{"expected_revision": 7, "policy": \#(policy)}"#)
    #expect(answer.outcome == "409 revision_conflict")
    #expect(answer[at: "error"][at: "current_revision"].number == 1)
  }

  @Test("a snapshot that is known already isn't sent again, until it changes")
  func tags() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let (child, _, who) = try fixture.pair()
    let tag = try #require(
      try fixture.send("GET", "/v1/device/snapshot", headers: who).headers["ETag"])
    func again() throws -> Int {
      try fixture.send(
        "GET", "/v1/device/snapshot",
        headers: who.merging(["If-None-Match": "\"x\", W/\(tag)"]) { $1 }
      ).status
    }
    fixture.base.now = fixture.base.now + .seconds(60)
    #expect(try again() == 304)
    _ = try fixture.parent(
      "PUT", "/v1/parent/children/\(child)/overrides",
      #"{"expected_revision": 1, "overrides": {"daily_limit_minutes": 5}}"#)
    #expect(try again() == 200)
  }
}
