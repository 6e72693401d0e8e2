import FamilyDevice
import Glibc
import TestSupport
import Testing

@Suite("Who a machine is to its server")
struct CredentialsTests {
  @Test(
    "an origin is a scheme and a host",
    arguments: [
      ("https://family.example", "https://family.example"),
      ("https://family.example/", "https://family.example"),
      ("https://family.example:8443", "https://family.example:8443"),
      ("http://127.0.0.1:8420", "http://127.0.0.1:8420"), ("http://[::1]:1", "http://[::1]:1"),
      ("http://localhost", "http://localhost"),
      ("HTTPS://Family.Example:443", "https://family.example"),
      ("https://[2001:db8::1]", "https://[2001:db8::1]"),
    ])
  func origins(text: String, origin: String) throws {
    #expect(try ServerOrigin(parsing: text).description == origin)
  }

  @Test(
    "anything else is none, and what anybody between could read is refused",
    arguments: [
      "", "family.example", "https://", "ftp://family.example", "https://family.example/path",
      "https://me@family.example", "https://family.example?x", "http://family.example",
      "http://127.0.0.1.evil.example", "http://localhost.evil.example",
      "http://[::1].evil.example", "http://[::1]evil.example", "http://[::1", "https://[]",
      "https://family.example:", "https://family.example:0", "https://family.example:65536",
      "https://family.example:+80", "https://a:b:1", "https://-", "https://.example",
      "https://fam\u{fc}.example", "http://127.0.0.1:80@evil.example",
    ])
  func noOrigins(text: String) {
    let error = #expect(throws: DeviceError.self) { try ServerOrigin(parsing: text) }
    #expect(error?.code == .invalid)
  }

  @Test("credentials are kept for their owner only, and say nothing of the token")
  func file() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let file = try DeviceFiles(in: scratch.path).credentials
    #expect(try file.read() == nil)
    let credentials = Credentials(
      server: try ServerOrigin(parsing: "https://family.example"), device: "d1", child: "c1",
      token: "very secret")
    try file.write(credentials)
    #expect(try file.read() == credentials)
    #expect(!"\(credentials)".contains("secret"))
    var status = stat()
    #expect(unsafe stat(scratch.file("credentials.json"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(try scratch.names() == ["credentials.json"])
    // Room that is not filled is given back.
    do { _ = try file.makeRoom() }
    #expect(try scratch.names() == ["credentials.json"])
    #expect(try file.read() == credentials)
  }

  @Test("a file that others can read, a link, and a damaged one are refused and left alone")
  func refused() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = try scratch.write("{\"server\": \"https://fam", to: "credentials.json")
    _ = unsafe chmod(path, 0o600)
    let file = { PrivateFile<Credentials>(path: $0, recovery: "pair anew") }
    let damaged = #expect(throws: DeviceError.self) { try file(path).read() }
    #expect(damaged?.hint == "pair anew")
    _ = unsafe chmod(path, 0o644)
    #expect(throws: DeviceError.self) { try file(path).read() }
    _ = unsafe chmod(path, 0o600)
    _ = unsafe symlink(path, scratch.file("link"))
    #expect(throws: DeviceError.self) { try file(scratch.file("link")).read() }
    #expect(try scratch.read("credentials.json") == "{\"server\": \"https://fam")
  }
}
