import CompactJSON
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The server as a program")
struct ServerTests {
  @Test("serves over the network, keeps what it answered through a kill, and ends when told to")
  func life() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let server = try ServerFixture(in: scratch)
    let device = try server.pair()
    #expect(try server.send("GET", "/v1/device/snapshot", token: device).status == 200)
    try server.killAndRestart()
    let snapshot = try server.send("GET", "/v1/device/snapshot", token: device)
    #expect(snapshot.status == 200 && snapshot.body[at: "child_name"].asText == "Mia")
    #expect(try server.send("GET", "/healthz").body[at: "status"].asText == "ok")
    server.process.terminate()
    #expect(try server.process.waitForExit() == 0)
  }

  @Test("the token lies in a file of its own, and another one ends what the old one opened")
  func token() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let server = try ServerFixture(in: scratch)
    let token = try server.token()
    #expect(token.utf8.count == 44)
    let attributes = try FileManager.default.attributesOfItem(atPath: server.state + "/token")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try server.send("GET", "/v1/parent/family", token: token).status == 200)
    let rotated = try runToEnd(
      try BuiltProgram.path("family-server"), ["token", "--state", server.state, "--rotate"])
    let new = rotated.out.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(try server.send("GET", "/v1/parent/family", token: token).status == 401)
    #expect(try server.send("GET", "/v1/parent/family", token: new).status == 200)
    #expect(!server.process.output.contains(token) && !server.process.errors.contains(token))
  }

  @Test("one server holds many families, each with a token of its own")
  func families() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let server = try ServerFixture(in: scratch)
    let program = try BuiltProgram.path("family-server")
    let added = try runToEnd(
      program,
      ["family", "add", "--state", server.state, "Next door", "--zone", "Asia/Tokyo"])
    let token = added.out.trimmingCharacters(in: .whitespacesAndNewlines)
    let family = try server.send("GET", "/v1/parent/family", token: token)
    #expect(family.body[at: "policy"][at: "timezone"].asText == "Asia/Tokyo")
    let listed = try runToEnd(program, ["family", "ls", "--state", server.state]).out
    #expect(listed.contains("Next door") && listed.split(separator: "\n").count == 2)
  }

  @Test("a body of ten megabytes is refused without being kept")
  func largeBody() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let server = try ServerFixture(in: scratch)
    let token = try server.token()
    let file = try scratch.write(String(repeating: "x", count: 10_000_000), to: "large")
    let result = try runToEnd(
      "/usr/bin/curl",
      [
        "-sS", "-o", "/dev/null", "-w", "%{http_code}", "--max-time", "30",
        "-H", "Authorization: Bearer \(token)", "-H", "Content-Type: application/json",
        "-H", "Expect:", "--data-binary", "@\(file)", server.address + "/v1/parent/children",
      ])
    #expect(result.out == "413", "\(result.err)")
    #expect(try server.send("GET", "/v1/parent/family", token: token).status == 200)
  }

  @Test("a thousand open connections and slow clients keep nobody else waiting")
  func connections() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let server = try ServerFixture(in: scratch)
    let device = try server.pair()
    let port = try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
    var open: [Int32] = []
    defer { for descriptor in open { close(descriptor) } }
    for index in 0..<1000 {
      let descriptor = try connectToLoopback(port)
      open.append(descriptor)
      // Half of them begin a request that never ends.
      if index % 2 == 0 { _ = unsafe send(descriptor, "POST /v1/pair HT", 16, Int32(MSG_NOSIGNAL)) }
    }
    #expect(try server.send("GET", "/v1/device/snapshot", token: device).status == 200)
  }

  private func connectToLoopback(_ port: UInt16) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, size)
      }
    }
    guard result == 0 else { throw ServerFixtureError("connect: error \(errno)") }
    return descriptor
  }

  @Test("three servers in front of one database give one reward for one challenge")
  func threeServers() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let database: String
    do {
      database = try PostgresServer.shared.get().database()
    } catch {
      return Skip.say("PostgreSQL: \(error)")
    }
    let servers = try (0..<3).map {
      try ServerFixture(in: scratch, state: "state\($0)", options: ["--database", database])
    }
    // The first that came made the family and has its token's file.
    let first = try #require(
      servers.first { FileManager.default.fileExists(atPath: $0.state + "/token") })
    let device = try first.pair()
    let challenge = try servers[0].send("POST", "/v1/device/challenges", token: device).body
    let answers = challenge[at: "questions"].elements.map { question in
      let words = question[at: "prompt"].asText.split(separator: " ")
      let (left, right) = (Int(words[0]) ?? 0, Int(words[2]) ?? 0)
      let value = words[1] == "+" ? left + right : words[1] == "−" ? left - right : left * right
      return #"{"question_id": "\#(question[at: "question_id"].asText)", "value": \#(value)}"#
    }
    let body = #"{"answers": [\#(answers.joined(separator: ","))]}"#
    let path = "/v1/device/challenges/\(challenge[at: "challenge_id"].asText)/submit"
    let submissions = try servers.map { server in
      try scratch.start(
        "/usr/bin/curl",
        [
          "-sS", "--max-time", "30", "-H", "Authorization: Bearer \(device)",
          "-H", "Content-Type: application/json", "--data-binary", body, server.address + path,
        ])
    }
    for submission in submissions { try submission.waitForExit() }
    let results = submissions.map(\.output)
    #expect(Set(results).count == 1)
    #expect(results[0].contains(#""awarded_minutes":15"#))
    let snapshot = try servers[2].send("GET", "/v1/device/snapshot", token: device).body
    #expect(snapshot[at: "earned_minutes"].number == 15)
  }

  @Test(
    "an option that makes no sense is a usage error, and a folder of somebody else's is refused")
  func options() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let program = try BuiltProgram.path("family-server")
    for (option, value) in [
      ("--listen", "everywhere"), ("--database", "mysql://x"), ("--origin", "family.example/path"),
      ("--tls-cert", "/nowhere"),
    ] {
      let result = try runToEnd(
        program, ["serve", "--state", scratch.file("state"), option, value])
      #expect(result.status == 64 && result.err.contains(option))
    }
    #expect(try runToEnd(program, ["serve", "--nonsense"]).status == 64)
    try scratch.makeFolder("open")
    _ = unsafe chmod(scratch.file("open"), 0o777)
    #expect(try runToEnd(program, ["serve", "--state", scratch.file("open")]).status == 1)
  }
}
