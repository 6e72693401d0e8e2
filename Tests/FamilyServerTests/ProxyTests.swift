import HTTPServer
import TestSupport
import Testing

@Suite("A server behind a proxy")
struct ProxyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let header: String
    let origin: String?
    var testDescription: String { header.isEmpty ? "nothing" : header }
  }

  @Test(
    "only what a trusted proxy has added is believed",
    arguments: [
      Case(header: "203.0.113.7", origin: "203.0.113.7"),
      Case(header: "10.9.9.9, 203.0.113.7", origin: "203.0.113.7"),
      Case(header: "10.9.9.9,203.0.113.7 , 127.0.0.1", origin: "203.0.113.7"),
      Case(header: "203.0.113.7:4711", origin: "203.0.113.7"),
      Case(header: "2001:db8::7", origin: "2001:db8::7"),
      Case(header: "[2001:db8::7]:4711", origin: "2001:db8::7"),
      Case(header: "2001:DB8:0::7", origin: "2001:db8::7"),
      Case(header: "::ffff:203.0.113.7, ::ffff:127.0.0.1", origin: "203.0.113.7"),
      Case(header: "[::FFFF:7f00:1]:80", origin: nil),
      Case(header: "203.0.113.7, 0:0:0:0:0:0:0:1", origin: "203.0.113.7"),
      Case(header: "203.0.113.7, abc", origin: nil),
      Case(header: "203.0.113.7, unknown", origin: nil),
      Case(header: "203.0.113.7, ", origin: nil),
      Case(header: "127.0.0.1, 127.0.0.1", origin: nil),
      Case(header: "", origin: nil),
    ])
  func entries(row: Case) {
    #expect(ForwardedFor.origin(in: row.header, through: ["127.0.0.1", "::1"]) == row.origin)
  }

  /// What a sign-in with a wrong token is answered, for somebody of whom a proxy says where he is.
  private func guess(_ server: ServerFixture, from places: String...) throws -> String {
    try guess(server.address, from: places)
  }

  private func guess(_ address: String, from places: [String]) throws -> String {
    try runToEnd(
      "/usr/bin/curl",
      ["-sS", "--max-time", "30", "-o", "/dev/null", "-w", "%{http_code}"]
        + ["-H", "Content-Type: application/json", "-d", #"{"token": "guess"}"#]
        + places.flatMap { ["-H", "X-Forwarded-For: \($0)"] } + [address + "/v1/session"]
    ).out
  }

  @Test("who guesses through it locks out himself, and nobody else who comes through it")
  func trusted() throws {
    let scratch = try Scratch("proxy")
    defer { scratch.cleanUp() }
    let server = try ServerFixture(in: scratch, options: ["--proxy", "127.0.0.1"])
    for number in 0..<10 {
      // What he says himself stands before what the proxy adds, in the same line or in one of its own.
      #expect(try guess(server, from: "198.51.100.\(number)", "203.0.113.7") == "401")
    }
    #expect(try guess(server, from: "198.51.100.77, 203.0.113.7") == "429")
    #expect(try guess(server, from: "203.0.113.8") == "401")
  }

  @Test(
    "a proxy is known in whatever way its address is written, and over a socket for both kinds",
    arguments: [
      ("[::]:0", "127.0.0.1", "127.0.0.1"), ("[::]:0", "::ffff:127.0.0.1", "127.0.0.1"),
      ("127.0.0.1:0", "::FFFF:7f00:1", "127.0.0.1"), ("[::1]:0", "0:0:0:0:0:0:0:1", "[::1]"),
    ])
  func spellings(listening: String, proxy: String, host: String) throws {
    let scratch = try Scratch("spellings")
    defer { scratch.cleanUp() }
    let server = try scratch.start(
      try BuiltProgram.path("family-server"),
      ["serve", "--state", scratch.file("state"), "--listen", listening, "--proxy", proxy])
    let port = try server.waitForLine(containing: "ready at").split(separator: ":").last ?? ""
    for number in 0..<11 {
      #expect(try guess("http://\(host):\(port)", from: ["203.0.113.\(number)"]) == "401")
    }
  }

  @Test("somebody who isn't named as a proxy is believed nothing")
  func untrusted() throws {
    let scratch = try Scratch("no-proxy")
    defer { scratch.cleanUp() }
    let server = try ServerFixture(in: scratch)
    for number in 0..<10 {
      #expect(try guess(server, from: "198.51.100.\(number)") == "401")
    }
    #expect(try guess(server, from: "198.51.100.77") == "429")
  }

  @Test(
    "a proxy that is no address is refused", arguments: ["proxy.example", "127.0.0.1:80", "::z"])
  func unusable(address: String) throws {
    let scratch = try Scratch("bad-proxy")
    defer { scratch.cleanUp() }
    let result = try runToEnd(
      try BuiltProgram.path("family-server"),
      ["serve", "--state", scratch.file("state"), "--proxy", address])
    #expect(result.status == 64)
    #expect(result.err.contains("--proxy: \"\(address)\" is no address"), "\(result.err)")
  }
}
