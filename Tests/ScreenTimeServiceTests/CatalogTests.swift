import Enforcement
import ScreenTimeModel
import ScreenTimeService
import Testing

@Suite("What the machine's catalog lets be blocked")
struct CatalogTests {
  private func objection(_ path: String) throws -> String? {
    let catalog = AppCatalog()
    let token = try ApplicationToken(parsing: path)
    return catalog.objection(toBlocking: try #require(catalog.app(for: token)))
  }

  @Test(
    "a shell or a program that only runs others is refused, however it is named",
    arguments: ["/bin/sh", "/usr/bin/sh", "/bin/bash", "/usr/bin/env"])
  func neverBlocked(path: String) throws {
    #expect(try objection(path)?.contains("never blocked") == true)
  }

  @Test("an ordinary program is not")
  func ordinary() throws {
    #expect(try objection("/usr/bin/sha256sum") == nil)
  }
}
