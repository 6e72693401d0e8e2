import CompactJSON
import Foundation
import TestSupport
import Testing

@Suite("What is secret")
struct SecretTests {
  @Test(
    "nothing that was handed out can be found in the database, in what the server says, or in what a child is told",
    arguments: Engine.allCases)
  func nowhere(engine: Engine) throws {
    let scratch = try Scratch("nowhere")
    defer { scratch.cleanUp() }
    var options: [String] = []
    if engine == .postgres {
      do {
        options = ["--database", try PostgresServer.shared.get().database()]
      } catch {
        return Skip.say("PostgreSQL: \(error)", test: "nowhere")
      }
    }
    let server = try ServerFixture(in: scratch, options: options)
    let parent = try server.token()
    var secrets = [parent]
    var toldToChild = ""

    let signedIn = try server.ask("POST", "/v1/session", #"{"token": "\#(parent)"}"#)
    let cookie = try #require(signedIn.headers["set-cookie"]?.split(separator: ";").first)
    secrets.append(try #require(cookie.split(separator: ".").last.map(String.init)))
    _ = try server.ask("POST", "/v1/session", #"{"token": "guess"}"#)
    let child = try server.ask("POST", "/v1/parent/children", #"{"name": "Mia"}"#, token: parent)
      .body[at: "child_id"].asText
    let pairing = try server.ask(
      "POST", "/v1/parent/children/\(child)/pairing-code", token: parent
    ).body[at: "code"].asText
    secrets.append(pairing)
    let body = #"{"code": "\#(pairing)", "device_name": "Laptop"}"#
    let paired = try server.ask("POST", "/v1/pair", body)
    toldToChild += try server.ask("POST", "/v1/pair", body).text
    let token = paired.body[at: "token"].asText
    let code = try server.ask(
      "POST", "/v1/parent/devices/\(paired.body[at: "device_id"].asText)/configuration-code",
      token: parent
    ).body[at: "code"].asText
    secrets += [token, code]
    let challenge = try server.ask("POST", "/v1/device/challenges", token: token)
    for answer in [
      try server.ask("GET", "/v1/device/snapshot", token: token), challenge,
      try server.ask(
        "POST", "/v1/device/configuration-unlock", #"{"code": "\#(code)"}"#, token: token),
      try server.ask(
        "POST", Sums.path(of: challenge.body), Sums.submission(to: challenge.body, wrongly: true),
        token: token),
      try server.ask("GET", "/v1/parent/family", token: token),
      try server.ask("POST", "/v1/device/status", "{\"code\": \"\(code)\"}", token: token),
    ] {
      toldToChild += answer.text + answer.headers.values.joined(separator: "\n")
    }
    #expect(secrets.allSatisfy { $0.utf8.count >= 24 } == true)

    let said =
      server.process.output + server.process.errors
      + (try server.ask("GET", "/metrics").text)
    for secret in secrets {
      #expect(!toldToChild.contains(secret))
      #expect(!said.contains(secret))
    }
    for (place, bytes) in try kept(server, options) {
      for secret in secrets {
        #expect(bytes.firstRange(of: Array(secret.utf8)) == nil, "\(place)")
      }
      #expect(bytes.firstRange(of: Array("Mia".utf8)) != nil || place != "all of it")
    }
  }

  /// All that the database has, as bytes: the files, or a dump.
  private func kept(
    _ server: ServerFixture, _ options: [String]
  ) throws -> [(place: String, bytes: [UInt8])] {
    if let address = options.last {
      let dump = try runToEnd("/usr/bin/pg_dump", [address, "--inserts"])
      #expect(dump.status == 0, "\(dump.err)")
      return [("all of it", Array(dump.out.utf8))]
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: server.state)
    #expect(Set(names).isSuperset(of: ["family.db", "family.db-wal", "token"]))
    let files = try names.filter { $0 != "token" }.map { name in
      (name, Array(try Data(contentsOf: URL(filePath: server.state + "/" + name))))
    }
    return files + [("all of it", files.flatMap(\.1))]
  }

  @Test("a challenge that a child is given has the questions and nothing of their answers")
  func questions() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let (_, _, who) = try fixture.pair()
    for _ in 0..<2 {
      let told = try fixture.send("POST", "/v1/device/challenges", headers: who).json
      guard case .object(let fields) = told else { return }
      #expect(
        fields.keys.sorted() == [
          "challenge_id", "day", "expires_at", "questions", "reward_minutes",
        ])
      for question in told[at: "questions"].elements {
        guard case .object(let fields) = question else { return }
        #expect(fields.keys.sorted() == ["prompt", "question_id"])
      }
    }
    // A wrong submission tells how many were right, not which and not what would have been.
    let challenge = try fixture.send("POST", "/v1/device/challenges", headers: who).json
    let result = try fixture.send(
      "POST", Sums.path(of: challenge), Sums.submission(to: challenge, wrongly: true),
      headers: who
    ).json
    guard case .object(let fields) = result else { return }
    #expect(
      fields.keys.sorted() == [
        "awarded_minutes", "challenge_id", "correct_count", "day", "passed", "required_count",
        "reward_id",
      ])
    #expect(fields["correct_count"]?.number == 9 && fields["passed"] == .bool(false))
  }

  @Test("another parents' token ends the browsers that were signed in, and only that family's")
  func rotation() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let server = try ServerFixture(in: scratch)
    let program = try BuiltProgram.path("family-server")
    func run(_ arguments: [String]) throws -> ProgramResult {
      try runToEnd(program, arguments + ["--state", server.state])
    }
    func signIn(_ token: String) throws -> [String: String] {
      let answer = try server.ask("POST", "/v1/session", #"{"token": "\#(token)"}"#)
      let cookie = answer.headers["set-cookie"]?.split(separator: ";").first.map(String.init)
      return ["Cookie": cookie ?? ""]
    }
    func status(_ headers: [String: String]) throws -> Int {
      try server.ask("GET", "/v1/parent/family", headers: headers).status
    }
    let added = try run(["family", "add", "Next door"])
    let others = added.out.trimmingCharacters(in: .whitespacesAndNewlines)
    let (own, neighbours) = (try signIn(try server.token()), try signIn(others))
    #expect(try status(own) == 200 && status(neighbours) == 200)
    #expect(try run(["token", "--rotate"]).status == 0)
    #expect(try status(own) == 401 && status(neighbours) == 200)

    // The other family's token lies in no file: it is shown when it is made.
    let list = try run(["family", "ls"]).out
    let line = list.split(separator: "\n").first { $0.contains("Next door") }
    let id = try #require(line?.split(separator: " ").first.map(String.init))
    #expect(try run(["token", "--family", id]).status == 1)
    let rotated = try run(["token", "--family", id, "--rotate"])
    let new = rotated.out.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(rotated.status == 0 && new.utf8.count == 44 && new != others)
    #expect(try status(neighbours) == 401)
    #expect(try status(["Authorization": "Bearer \(others)"]) == 401)
    #expect(try status(["Authorization": "Bearer \(new)"]) == 200)
    #expect(try run(["token", "--family", "nobody"]).status == 1)
  }

  @Test("two servers that start at once on one state leave the token of the family that there is")
  func twoStarts() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let program = try BuiltProgram.path("family-server")
    let state = scratch.file("state")
    let starting = try (0..<4).map { _ in
      try scratch.start(program, ["serve", "--state", state, "--listen", "127.0.0.1:0"])
    }
    let lines = try starting.map { try $0.waitForLine(containing: "ready at") }
    let token = try runToEnd(program, ["token", "--state", state])
      .out.trimmingCharacters(in: .whitespacesAndNewlines)
    for line in lines {
      let address = try #require(line.split(separator: " ").last.map(String.init))
      let client = try PlainClient(address)
      client.write(PlainClient.Request("GET", "/v1/parent/family", token: token).text)
      #expect(try client.answer()?.status == 200)
    }
  }
}
