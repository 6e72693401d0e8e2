import FamilyServer
import HTTPServer
import Testing

@Suite("What the parents' page says of its own address")
struct PageAddressTests {
  @Test("who signs in at another address is told which one works")
  func signingIn() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    let refused = try page.post(
      "/sign-in", [("token", page.base.token.text), ("next", "/")],
      origin: "http://localhost:8420")
    #expect(refused.status == 403)
    #expect(refused.text.contains("<a href=\"https://family.test/\">https://family.test</a>"))
  }

  @Test(
    "a command to pair with is only shown where a machine takes it",
    arguments: [
      ("https://family.test", true, true), ("https://192.168.1.5:8420", true, true),
      ("http://127.0.0.1:8420", true, false), ("http://localhost", true, false),
      ("http://[::1]:8420", true, false), ("http://192.168.1.5:8420", false, false),
      ("http://family.test", false, false), ("http://[fd00::1]:8420", false, false),
      ("http://localhost.example", false, false),
    ])
  func pairing(origin: String, isPossible: Bool, hasCertificate: Bool) throws {
    guard let page = try PageFixture(origin: origin, test: "page-pairing") else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let child = try #require(try page.post("/children", [("name", "Mia")]).headers["Location"])
    for shown in [try page.post(child + "/pairing-code"), try page.get("/pair")] {
      #expect(shown.status == 200)
      #expect(
        shown.text.contains("family-device pair</span> <span>--server \(origin)<") == isPossible)
      #expect(shown.text.contains("Machines won't pair over this address") == !isPossible)
      #expect(shown.text.contains("--ca FILE") == hasCertificate)
    }
  }
}
