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
}
