import CivilTime
import CompactJSON
import Database
import FamilyServer
import HTTPServer
import PolicyCore
import TestSupport
import Testing

@Suite("Families that share a server")
struct TenantTests {
  /// A call with an id of somebody else's in its path, in whose name it is made.
  private static let calls: [(method: String, path: String, body: String?)] = [
    ("PUT", "/v1/parent/children/{child}/overrides", #"{"expected_revision": 1, "overrides": {}}"#),
    ("POST", "/v1/parent/children/{child}/pairing-code", nil),
    ("POST", "/v1/parent/devices/{device}/configuration-code", nil),
    ("DELETE", "/v1/parent/devices/{device}", nil),
    (
      "POST", "/v1/device/challenges/{challenge}/submit",
      #"{"answers": [{"question_id": "x", "value": 1}]}"#
    ),
    ("POST", "/v1/device/configuration-unlock", #"{"code": "{code}"}"#),
  ]

  @Test(
    "another family's child, device, challenge and code are as if they weren't there",
    arguments: Engine.allCases)
  func strangers(engine: Engine) throws {
    guard let fixture = try APIFixture(engine) else { return }
    defer { fixture.cleanUp() }
    let (child, device, who) = try fixture.pair()
    let challenge = try fixture.send("POST", "/v1/device/challenges", headers: who)
    let code = try fixture.parent("POST", "/v1/parent/devices/\(device)/configuration-code")
    let before = try fixture.parent("GET", "/v1/parent/family").body
    let other = try neighbour(fixture)
    func filled(_ text: String) -> String {
      text.replacing("{child}", with: child).replacing("{device}", with: device)
        .replacing("{challenge}", with: challenge[at: "challenge_id"].asText)
        .replacing("{code}", with: code[at: "code"].asText)
    }
    for (method, path, body) in Self.calls {
      let headers = path.hasPrefix("/v1/device") ? other.device : other.parent
      let answer = try fixture.send(
        method, filled(path), body.map(filled), headers: headers)
      #expect(answer.outcome == "404 not_found", "\(method) \(path)")
      // What never was is answered the same.
      let nobodys = try fixture.send(
        method, path.replacing("{", with: "").replacing("}", with: ""),
        body?.replacing("{code}", with: "nobody's"), headers: headers)
      #expect(nobodys.body == answer.body, "\(method) \(path)")
    }
    #expect(try fixture.parent("GET", "/v1/parent/family").body == before)
    // The code that a stranger tried is still good for its device.
    let unlocked = try fixture.send(
      "POST", "/v1/device/configuration-unlock", #"{"code": "\#(code[at: "code"].asText)"}"#,
      headers: who)
    #expect(unlocked.outcome == "200")
  }

  @Test(
    "what one family does leaves the other's policy, revision, children and rewards alone",
    arguments: Engine.allCases)
  func apart(engine: Engine) throws {
    guard let fixture = try APIFixture(engine) else { return }
    defer { fixture.cleanUp() }
    let (_, _, who) = try fixture.pair()
    let challenge = try fixture.send("POST", "/v1/device/challenges", headers: who)
    let other = try neighbour(fixture)
    let seen = try fixture.send("GET", "/v1/parent/family", headers: other.parent)
    #expect(seen[at: "children"].elements.map { $0[at: "name"].asText } == ["Ben"])
    guard case .object(var fields) = seen[at: "policy"] else { return }
    fields["daily_limit_minutes"] = .integer(7)
    let policy = JSON.object(fields).written
    let changed = try fixture.send(
      "PUT", "/v1/parent/policy", #"{"expected_revision": 1, "policy": \#(policy)}"#,
      headers: other.parent)
    #expect(changed.outcome == "200")
    // The first family's challenge is still the one to answer: its own revision stayed.
    let submitted = try fixture.send(
      "POST", Sums.path(of: challenge.json), Sums.submission(to: challenge.json), headers: who)
    #expect(submitted[at: "awarded_minutes"].number == 15)
    let theirs = try fixture.send("GET", "/v1/device/snapshot", headers: other.device)
    #expect(theirs[at: "earned_minutes"].number == 0)
    #expect(theirs[at: "policy"][at: "daily_limit_minutes"].number == 7)
    let own = try fixture.send("GET", "/v1/device/snapshot", headers: who)
    #expect(own[at: "policy_revision"].number == 1)
    #expect(own[at: "policy"][at: "daily_limit_minutes"].number == 60)
  }

  /// A second family with a child and a device.
  private func neighbour(
    _ fixture: APIFixture
  ) throws -> (parent: [String: String], device: [String: String]) {
    let base = fixture.base
    let token = try base.call { store, now in
      try store.addFamily(name: "Next door", zone: base.zone, at: now).token
    }
    let parent = ["Authorization": "Bearer \(token.text)"]
    let child = try fixture.send(
      "POST", "/v1/parent/children", #"{"name": "Ben"}"#, headers: parent)[at: "child_id"]
    let code = try fixture.send(
      "POST", "/v1/parent/children/\(child.asText)/pairing-code", headers: parent)[at: "code"]
    let paired = try fixture.send(
      "POST", "/v1/pair", #"{"code": "\#(code.asText)", "device_name": "Tablet"}"#)
    return (parent, ["Authorization": "Bearer \(paired[at: "token"].asText)"])
  }
}
