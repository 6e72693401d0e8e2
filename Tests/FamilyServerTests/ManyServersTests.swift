import CompactJSON
import TestSupport
import Testing

@Suite("Several servers in front of one database")
struct ManyServersTests {
  @Test(
    "what one of them changes the others tell at once, whatever they told before",
    arguments: Engine.allCases)
  func atOnce(engine: Engine) throws {
    let scratch = try Scratch("atOnce")
    defer { scratch.cleanUp() }
    var database = "sqlite:" + scratch.file("family.db")
    if engine == .postgres {
      do {
        database = try PostgresServer.shared.get().database()
      } catch {
        return Skip.say("PostgreSQL: \(error)", test: "atOnce")
      }
    }
    let here = try ServerFixture(in: scratch, state: "here", options: ["--database", database])
    let there = try ServerFixture(in: scratch, state: "there", options: ["--database", database])
    let parent = try here.token()
    let device = try here.pair()
    /// What the other server tells, asked often enough that it has it by heart.
    func told() throws -> PlainClient.Answer {
      for _ in 0..<3 { _ = try there.ask("GET", "/v1/device/snapshot", token: device) }
      return try there.ask("GET", "/v1/device/snapshot", token: device)
    }
    #expect(try told().body[at: "policy_revision"].number == 1)
    let family = try here.ask("GET", "/v1/parent/family", token: parent).body
    guard case .object(var policy) = family[at: "policy"] else { return }
    for revision in 1...3 {
      policy["daily_limit_minutes"] = .integer(Int64(revision))
      let body =
        #"{"expected_revision": \#(revision), "policy": \#(JSON.object(policy).written)}"#
      #expect(try here.ask("PUT", "/v1/parent/policy", body, token: parent).status == 200)
      let snapshot = try told()
      #expect(snapshot.body[at: "policy_revision"].number == revision + 1)
      #expect(snapshot.body[at: "policy"][at: "daily_limit_minutes"].number == revision)
    }
    let before = try told()
    let challenge = try here.ask("POST", "/v1/device/challenges", token: device).body
    let passed = try here.ask(
      "POST", Sums.path(of: challenge), Sums.submission(to: challenge), token: device)
    #expect(passed.body[at: "awarded_minutes"].number == 15)
    let after = try told()
    #expect(after.body[at: "earned_minutes"].number == 15)
    // The tag that was good for the one before isn't for this one, and this one's is, on either server.
    let tags = (before.headers["etag"] ?? "", after.headers["etag"] ?? "")
    for server in [here, there] {
      for (tag, status) in [(tags.0, 200), (tags.1, 304)] {
        let answer = try server.ask(
          "GET", "/v1/device/snapshot", token: device, headers: ["If-None-Match": tag])
        #expect(answer.status == status)
      }
    }
    let seen = try here.ask("GET", "/v1/parent/family", token: parent).body
    let id = seen[at: "children"][at: 0][at: "devices"][at: 0][at: "device_id"].asText
    #expect(try here.ask("DELETE", "/v1/parent/devices/\(id)", token: parent).status == 204)
    #expect(try told().outcome == "401 unauthenticated")
    #expect(
      try there.ask(
        "GET", "/v1/device/snapshot", token: device, headers: ["If-None-Match": tags.1]
      ).status == 401)
  }
}
