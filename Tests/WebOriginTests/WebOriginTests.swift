import Testing
import WebOrigin

@Suite("Where a web server is")
struct WebOriginTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let written: String
    let text: String
    let keepsSecrets: Bool
    var testDescription: String { written }
  }

  @Test(
    "an origin has one spelling, and keeps secrets over TLS or within the machine",
    arguments: [
      Case(written: "https://family.example", text: "https://family.example", keepsSecrets: true),
      Case(written: "HTTPS://Family.Example/", text: "https://family.example", keepsSecrets: true),
      Case(written: "https://a.example:443", text: "https://a.example", keepsSecrets: true),
      Case(written: "https://a.example:0443", text: "https://a.example", keepsSecrets: true),
      Case(written: "https://a.example:80", text: "https://a.example:80", keepsSecrets: true),
      Case(written: "http://localhost:80", text: "http://localhost", keepsSecrets: true),
      Case(written: "http://127.0.0.1:8420", text: "http://127.0.0.1:8420", keepsSecrets: true),
      Case(written: "http://[::1]:8420", text: "http://[::1]:8420", keepsSecrets: true),
      Case(written: "http://192.168.1.5", text: "http://192.168.1.5", keepsSecrets: false),
      Case(
        written: "http://localhost.example", text: "http://localhost.example", keepsSecrets: false),
      Case(
        written: "http://127.0.0.1.example", text: "http://127.0.0.1.example", keepsSecrets: false),
    ])
  func origins(row: Case) {
    let origin = WebOrigin(parsing: row.written)
    #expect(origin?.text == row.text)
    #expect(origin?.keepsSecrets == row.keepsSecrets)
    #expect(origin.map(\.isEncrypted) == row.text.hasPrefix("https://"))
  }

  @Test(
    "anything else is none",
    arguments: [
      "", "family.example", "https://", "ftp://family.example", "https://family.example/path",
      "https://family.example//", "https://me@family.example", "https://family.example?x",
      "https://family.example#x", "https://family.example:", "https://family.example:0",
      "https://family.example:65536", "https://family.example:+80", "https://a:b:1", "https://-",
      "https://.example", "https://fam\u{fc}.example", "http://[::1", "https://[]",
      "https://[::1].evil.example", "http://127.0.0.1:80@evil.example", "https://a.example:\u{661}",
      "https://a.example\nX: y",
    ])
  func nothing(written: String) {
    #expect(WebOrigin(parsing: written) == nil)
  }
}
