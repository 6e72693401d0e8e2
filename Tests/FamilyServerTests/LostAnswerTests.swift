import CompactJSON
import Foundation
import TestSupport
import Testing

/// The server has done what it was asked, and the connection ends before the answer is read.
@Suite("An answer that is lost")
struct LostAnswerTests {
  /// Sends a request and hangs up once the server has made its answer, without reading it.
  private func loseAnswer(to request: PlainClient.Request, _ server: ServerFixture) throws {
    let before = try answers(server)
    let client = try PlainClient(server.address)
    client.write(request.text)
    let isDone = try poll(within: .seconds(30)) { try answers(server) > before }
    guard isDone else { throw ServerFixtureError("\(request.path) was not carried out") }
    client.hangUp()
  }

  /// How many calls a server has answered, itself asked without being counted.
  private func answers(_ server: ServerFixture) throws -> Int {
    try server.ask("GET", "/metrics").text.split(separator: "\n")
      .filter { $0.hasPrefix("family_answers_total{") }
      .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
  }

  @Test("a call that is made again after its answer was lost has been done once")
  func again() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let server = try ServerFixture(in: scratch)
    let parent = try server.token()
    let child = try server.ask("POST", "/v1/parent/children", #"{"name": "Mia"}"#, token: parent)
      .body[at: "child_id"].asText
    let codes = "/v1/parent/children/\(child)/pairing-code"

    // A pairing: the code is used, the token is gone, and the parent sees and revokes the machine.
    let code = try server.ask("POST", codes, token: parent).body[at: "code"].asText
    let pairing = PlainClient.Request(
      "POST", "/v1/pair", #"{"code": "\#(code)", "device_name": "Laptop"}"#)
    try loseAnswer(to: pairing, server)
    #expect(try server.ask(pairing)?.outcome == "409 code_used")
    let lost = try devices(server, parent)
    #expect(lost.count == 1)
    let path = "/v1/parent/devices/\(lost[0][at: "device_id"].asText)"
    try loseAnswer(to: .init("DELETE", path, token: parent), server)
    let revokedAt = try devices(server, parent)[0][at: "revoked_at"].number
    #expect(revokedAt != nil)
    #expect(try server.ask("DELETE", path, token: parent).status == 204)
    #expect(try devices(server, parent)[0][at: "revoked_at"].number == revokedAt)

    // A challenge: the same one. A submission: the same result, and one reward.
    let device = try server.pair()
    let start = PlainClient.Request("POST", "/v1/device/challenges", token: device)
    try loseAnswer(to: start, server)
    let challenge = try #require(try server.ask(start))
    #expect(challenge.status == 200)
    let submission = PlainClient.Request(
      "POST", Sums.path(of: challenge.body), Sums.submission(to: challenge.body), token: device)
    try loseAnswer(to: submission, server)
    let first = try #require(try server.ask(submission))
    #expect(first.body[at: "awarded_minutes"].number == 15)
    #expect(try server.ask(submission)?.text == first.text)
    let snapshot = try server.ask("GET", "/v1/device/snapshot", token: device)
    #expect(snapshot.body[at: "earned_minutes"].number == 15)

    // A change of the policy: who asks again hears of the revision that his first attempt made.
    let family = try server.ask("GET", "/v1/parent/family", token: parent).body
    let change = PlainClient.Request(
      "PUT", "/v1/parent/policy",
      #"{"expected_revision": 1, "policy": \#(family[at: "policy"].written)}"#, token: parent)
    try loseAnswer(to: change, server)
    let conflict = try #require(try server.ask(change))
    #expect(conflict.outcome == "409 revision_conflict")
    #expect(conflict.body[at: "error"][at: "current_revision"].number == 2)

    // A report: there, and the same again.
    let report = PlainClient.Request(
      "POST", "/v1/device/status",
      """
      {"policy_revision": 2, "monitoring": "active", "shielded": true, "detail": "",
       "observed_minutes": 7, "observed_day": "2025-01-06"}
      """, token: device)
    try loseAnswer(to: report, server)
    #expect(try server.ask(report)?.status == 204)
  }

  private func devices(_ server: ServerFixture, _ parent: String) throws -> [JSON] {
    try server.ask("GET", "/v1/parent/family", token: parent)
      .body[at: "children"][at: 0][at: "devices"].elements
  }

  @Test("calls that come together share a transaction, and each is answered by itself")
  func together() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let server = try ServerFixture(in: scratch)
    let parent = try server.token()
    let device = try server.pair()
    let before = try transactions(server)
    let answers = try server.sendTogether(
      [
        .init("POST", "/v1/device/challenges", token: device),
        .init("POST", "/v1/parent/children", #"{"name": ""}"#, token: parent),
        .init("POST", "/v1/pair", #"{"code": "none", "device_name": "x"}"#),
        .init("POST", "/v1/parent/children", #"{"name": "Ben"}"#, token: parent),
        .init("GET", "/v1/device/snapshot", token: device),
        .init("GET", "/v1/device/snapshot", token: "nobody's"),
      ])
    #expect(answers.map { $0?.status } == [201, 422, 404, 201, 200, 401])
    #expect(try transactions(server) - before < answers.count)
  }

  @Test("calls that come on one connection in one piece are carried out one after the other")
  func pipelined() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let server = try ServerFixture(in: scratch)
    let parent = try server.token()
    let client = try PlainClient(server.address)
    let names = (0..<5).map { "Child \($0)" }
    let requests: [PlainClient.Request] =
      names.map { .init("POST", "/v1/parent/children", "{\"name\": \"\($0)\"}", token: parent) }
      + [.init("GET", "/healthz"), .init("GET", "/v1/parent/family", token: parent)]
    client.write(requests.map(\.text).joined())
    for name in names {
      let answer = try #require(try client.answer())
      #expect(answer.status == 201 && answer.body[at: "name"].asText == name)
    }
    #expect(try client.answer()?.body[at: "status"].asText == "ok")
    let family = try #require(try client.answer()).body
    #expect(Set(family[at: "children"].elements.map { $0[at: "name"].asText }) == Set(names))
  }

  private func transactions(_ server: ServerFixture) throws -> Int {
    let line = try server.ask("GET", "/metrics").text.split(separator: "\n")
      .first { $0.hasPrefix("family_transactions_total ") }
    return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }
}
