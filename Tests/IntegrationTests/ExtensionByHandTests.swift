import Foundation
import Glibc
import ManagedSettings
import ScreenTimeModel
import ScreenTimeTesting
import TestSupport
import Testing

@Suite("Extensions that somebody starts by hand")
struct ExtensionByHandTests {
  private static let programs = [
    ("OpenAppLockMonitor", "dev.openapplock.monitor"),
    ("OpenAppLockShieldConfig", "dev.openapplock.shield-config"),
    ("OpenAppLockShieldAction", "dev.openapplock.shield-action"),
  ]
  private static let group = "group.dev.openapplock"
  private static let app = "org.test.Chess"

  private func path(_ program: String) throws -> String {
    try TestSupport.BuiltProgram.path(program)
  }

  @Test("a bare call says in one line what it is and how it is started", arguments: programs)
  func bare(program: String, identifier: String) throws {
    let result = try runToEnd(try path(program))
    #expect(result.status == 64)
    #expect(result.out.isEmpty)
    #expect(result.err.split(separator: "\n").count == 1)
    #expect(result.err.contains(identifier))
    #expect(result.err.contains("--service"))
  }

  @Test("--describe prints the manifest that up installs for it", arguments: programs)
  func describe(program: String, identifier: String) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--enforce", "none"])
    let result = try runToEnd(try path(program), ["--describe"])
    #expect(result.status == 0)
    let described = try JSONDecoder().decode(
      ExtensionManifest.self, from: Data(result.out.utf8))
    let installed = try JSONDecoder().decode(
      ExtensionManifest.self,
      from: Data(
        contentsOf: URL(
          filePath: installation.state + "/platform/extensions/\(identifier).json")))
    #expect(described == installed)
  }

  @Test(
    "--once answers one call in Berlin, without a service and without an installed zone library")
  func once() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let call = """
      {"subject": {"application": "/usr/bin/sha256sum"}, "now": "2025-07-06T09:00:00Z",
       "zone": "Europe/Berlin"}
      """
    let result = try runToEnd(
      try path("OpenAppLockShieldConfig"),
      ["--app-group", try scratch.makeFolder("group"), "--once"], input: call)
    #expect(result.status == 0, "\(result.err)")
    #expect(result.out.contains("\"answer\":{"))
    let bad = try runToEnd(
      try path("OpenAppLockShieldConfig"),
      ["--app-group", scratch.file("group"), "--once"], input: "{\"subject\": ")
    #expect(bad.status == 64)
    #expect(bad.out.isEmpty)
  }

  /// A platform whose service is a process, on which something is under a shield of ours.
  private func platform() throws -> TestPlatform {
    let platform = try TestPlatform(
      apps: [Self.app: []], service: .program(try path("screentimed")))
    try platform.register(program: try path("OpenAppLockShieldConfig"))
    try platform.app(Self.group) {
      ManagedSettingsStore().shield.applications = [try ApplicationToken(parsing: Self.app)]
    }
    return platform
  }

  private func title(on platform: TestPlatform) throws -> String? {
    try platform.shield(of: Self.app)?.title
  }

  @Test("with --service it is used instead of one that the service starts, until it ends")
  func service() throws {
    let platform = try platform()
    defer { platform.end() }
    #expect(try title(on: platform) == "App Blocked")
    let started = try #require(try platform.extensions().first?.pid)
    let byHand = try platform.start(program: try path("OpenAppLockShieldConfig"))
    #expect(try platform.extensions().map(\.pid) == [byHand.pid])
    #expect(try platform.extensions().map(\.isStartedByHand) == [true])
    #expect(try title(on: platform) == "App Blocked")
    // One that no longer answers is proof that it is the one that is asked.
    byHand.send(SIGSTOP)
    #expect(try title(on: platform) != nil, "a shield never shows nothing")
    byHand.send(SIGCONT)
    #expect(try byHand.end() == 0)
    try platform.eventually("the service's own is used again") {
      try platform.extensions().map(\.isStartedByHand) == [false]
    }
    #expect(try title(on: platform) == "App Blocked")
    let successor = try #require(try platform.extensions().first?.pid)
    #expect(successor == started || successor != byHand.pid)
  }

  @Test("it waits for a service that is killed, and serves the next life of it")
  func nextLife() throws {
    let platform = try platform()
    defer { platform.end() }
    let byHand = try platform.start(program: try path("OpenAppLockShieldConfig"))
    try platform.killService()
    try platform.eventually("it comes back by itself") {
      try platform.extensions().map(\.pid) == [byHand.pid]
    }
    #expect(try title(on: platform) == "App Blocked")
  }

  @Test("a second one of the same name is refused with a sentence that names the first")
  func second() throws {
    let platform = try platform()
    defer { platform.end() }
    let first = try platform.start(program: try path("OpenAppLockShieldConfig"))
    let error = #expect(throws: TestPlatformError.self) {
      try platform.start(program: try path("OpenAppLockShieldConfig"))
    }
    #expect(error?.message.contains("\(first.pid)") == true)
    #expect(try platform.extensions().map(\.pid) == [first.pid])
  }
}
