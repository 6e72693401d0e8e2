import CompactJSON
import Foundation
import TestSupport
import Testing

@Suite("A database that can't be used for a while")
struct FullDiskTests {
  private func report(_ minutes: Int, _ device: String) -> PlainClient.Request {
    PlainClient.Request(
      "POST", "/v1/device/status",
      """
      {"policy_revision": 1, "monitoring": "active", "shielded": true,
       "detail": "\(String(repeating: "x", count: 150))",
       "observed_minutes": \(minutes), "observed_day": "2025-01-06"}
      """, token: device)
  }

  private func observed(_ server: ServerFixture, _ parent: String) throws -> Int? {
    try server.ask("GET", "/v1/parent/family", token: parent)
      .body[at: "children"][at: 0][at: "devices"][at: 0][at: "last_status"][
        at: "observed_minutes"
      ].number
  }

  @Test(
    "on a full disk what is written is refused, what is read is answered, nothing is lost, and it goes on when there is room"
  )
  func full() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let disk = try TinyDisk(in: scratch, kibibytes: 2048) else { return }
    let server = try ServerFixture(in: scratch, state: "disk/state")
    let parent = try server.token()
    let device = try server.pair()
    #expect(try server.ask(report(1, device))?.status == 204)
    try disk.fill()
    // What the file has room for already may still be taken.
    var taken = 1
    var refused: PlainClient.Answer?
    while refused == nil, taken < 500 {
      let answer = try #require(try server.ask(report(taken + 1, device)))
      if answer.status == 204 { taken += 1 } else { refused = answer }
    }
    #expect(refused?.outcome == "503 unavailable")
    #expect(refused?.headers["retry-after"] == "5")
    #expect(refused?.body[at: "error"][at: "message"].asText.contains("no room") == true)

    // Reads go on, also those that come together with a write; nobody was told what isn't so.
    let together = try server.sendTogether([
      .init("GET", "/v1/device/snapshot", token: device), report(1400, device),
      .init("GET", "/v1/parent/family", token: parent),
      .init("POST", "/v1/device/challenges", token: device),
    ])
    #expect(together.map { $0?.status } == [200, 503, 200, 503])
    #expect(try observed(server, parent) == taken)
    let ill = try server.ask("GET", "/healthz")
    #expect(ill.outcome == "503 unavailable" && ill.headers["retry-after"] == "5")
    #expect(
      try server.ask("GET", "/metrics").text.contains("family_database_faults_total{kind=\"full\"}")
    )

    try disk.makeRoom()
    #expect(try server.ask("GET", "/healthz").status == 200)
    #expect(try observed(server, parent) == taken)
    #expect(try server.ask(report(taken + 1, device))?.status == 204)
    try server.killAndRestart()
    #expect(try observed(server, parent) == taken + 1)
    let challenge = try server.ask("POST", "/v1/device/challenges", token: device)
    #expect(challenge.status == 201)
  }

  @Test("a full disk is told once in the log, and so is its end")
  func log() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let disk = try TinyDisk(in: scratch, kibibytes: 2048) else { return }
    let server = try ServerFixture(in: scratch, state: "disk/state")
    let device = try server.pair()
    try disk.fill()
    for minutes in 0..<600 {
      guard let answer = try server.ask(report(minutes, device)), answer.status == 204 else {
        break
      }
    }
    for _ in 0..<3 { #expect(try server.ask(report(1, device))?.status == 503) }
    try disk.makeRoom()
    #expect(try server.ask(report(2, device))?.status == 204)
    try server.process.waitForLine(containing: "can be used again")
    let lines = server.process.errors.split(separator: "\n")
    #expect(lines.count { $0.contains("can't be used (full)") } == 1)
    #expect(lines.count { $0.contains("can be used again") } == 1)
  }

  @Test(
    "while PostgreSQL is out of reach all calls are told to come again, and then they are answered"
  )
  func outOfReach() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let database: Cluster
    do {
      database = try Cluster()
    } catch {
      return Skip.say("PostgreSQL: \(error)")
    }
    let server = try ServerFixture(in: scratch, options: ["--database", database.address])
    let parent = try server.token()
    let device = try server.pair()
    #expect(try server.ask(report(1, device))?.status == 204)
    try database.close()
    for request in [
      report(2, device), .init("GET", "/v1/device/snapshot", token: device),
      .init("GET", "/v1/parent/family", token: parent), .init("GET", "/healthz"),
      .init("POST", "/v1/session", #"{"token": "x"}"#),
    ] {
      let answer = try #require(try server.ask(request))
      #expect(answer.outcome == "503 unavailable", "\(request.path)")
      #expect(answer.headers["retry-after"] == "5", "\(request.path)")
    }
    // The page that says so looks as it should.
    let page = try server.ask("GET", "/")
    #expect(page.status == 503 && page.text.contains("Try again in a moment"))
    let style = try #require(page.text.firstMatch(of: /"(\/assets\/page-[^"]*\.css)"/)).output.1
    for path in [String(style), "/openapi.json"] {
      #expect(try server.ask("GET", path).status == 200, "\(path)")
    }
    try database.open()
    #expect(try server.ask("GET", "/healthz").status == 200)
    #expect(try observed(server, parent) == 1)
    #expect(try server.ask(report(3, device))?.status == 204)
    #expect(try observed(server, parent) == 3)
  }

  @Test("a session that ends in the middle of a transaction leaves nothing by half")
  func inTheMiddle() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let database: Cluster
    do {
      database = try Cluster()
    } catch {
      return Skip.say("PostgreSQL: \(error)")
    }
    let server = try ServerFixture(in: scratch, options: ["--database", database.address])
    let parent = try server.token()
    let device = try server.pair()
    let challenge = try server.ask("POST", "/v1/device/challenges", token: device).body
    // Somebody holds the rewards, so that the submission waits between two of its statements.
    let holder = try scratch.start(
      "/usr/bin/psql",
      [
        database.address, "--no-psqlrc", "-c",
        "BEGIN; LOCK TABLE reward IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(60)",
      ])
    let isHeld = try poll(within: .seconds(30)) {
      try database.ask(
        "SELECT count(*) FROM pg_locks WHERE relation = 'reward'::regclass AND granted"
          + " AND mode = 'AccessExclusiveLock'", in: database.address) == "1"
    }
    #expect(isHeld)
    let client = try PlainClient(server.address)
    let submission = PlainClient.Request(
      "POST", Sums.path(of: challenge), Sums.submission(to: challenge), token: device)
    client.write(submission.text)
    let waits = try poll(within: .seconds(30)) {
      try database.ask("SELECT count(*) FROM pg_locks WHERE NOT granted") != "0"
    }
    #expect(waits)
    try database.endSessions()
    try holder.waitForExit()
    #expect(try client.answer()?.outcome == "503 unavailable")
    let result = try #require(try server.ask(submission))
    #expect(result.body[at: "awarded_minutes"].number == 15)
    let family = try server.ask("GET", "/v1/parent/family", token: parent).body
    #expect(family[at: "children"][at: 0][at: "earned_minutes"].number == 15)
  }
}

/// A database of the tests' PostgreSQL that one test closes and opens.
private struct Cluster {
  let address: String
  private let name: String

  init() throws {
    address = try PostgresServer.shared.get().database()
    name = address.split(separator: "/").last.map(String.init) ?? ""
  }

  /// Lets nobody in any more, and ends whoever is in.
  func close() throws {
    _ = try ask("ALTER DATABASE \(name) WITH ALLOW_CONNECTIONS false")
    try endSessions()
  }

  func open() throws {
    _ = try ask("ALTER DATABASE \(name) WITH ALLOW_CONNECTIONS true")
  }

  func endSessions() throws {
    _ = try ask(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
  }

  /// Asks beside the database, or within it.
  func ask(_ sql: String, in database: String? = nil) throws -> String {
    let beside = address.replacingOccurrences(of: "/\(name)", with: "/postgres")
    let result = try runToEnd(
      "/usr/bin/psql", [database ?? beside, "--no-psqlrc", "-Atqc", sql])
    guard result.status == 0 else { throw ServerFixtureError("psql: \(result.err)") }
    return result.out.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
