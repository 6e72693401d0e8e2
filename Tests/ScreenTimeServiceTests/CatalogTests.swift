import Enforcement
import Glibc
import ScreenTimeModel
import ScreenTimeService
import TestSupport
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

  @Test("a path is an application where it leads to a file that can be executed")
  func installed() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    // Executable is enough: what is in it is for whoever starts it.
    for (name, mode) in [("game", 0o755), ("own", 0o100), ("notes.txt", 0o644)] as [(_, mode_t)] {
      #expect(unsafe chmod(try scratch.write("", to: name), mode) == 0)
    }
    try scratch.makeFolder("folder")
    for (name, target) in [("link", "game"), ("astray", "nothing"), ("circle", "circle")] {
      #expect(unsafe symlink(target, scratch.file(name)) == 0)
    }
    let catalog = AppCatalog()
    let paths = try ["/dev/null", "/no/such/file"] + scratch.names().map(scratch.file)
    let installed = try paths.filter { path in
      let app = try #require(catalog.app(for: try ApplicationToken(parsing: path)))
      return catalog.isInstalled(app)
    }
    #expect(installed == ["game", "link", "own"].map(scratch.file))
  }

  @Test("an ordinary program is not")
  func ordinary() throws {
    #expect(try objection("/usr/bin/sha256sum") == nil)
  }
}
