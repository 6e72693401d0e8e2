import Foundation
import Glibc
import ScreenTimeModel
import ScreenTimeProtocol
import TestSupport
import Testing

@Suite("Extensions that somebody starts by hand")
struct ExtensionByHandTests {
  private static let programs = [
    ("OpenAppLockMonitor", "dev.openapplock.monitor"),
    ("OpenAppLockShieldConfig", "dev.openapplock.shield-config"),
    ("OpenAppLockShieldAction", "dev.openapplock.shield-action"),
  ]

  @Test("a bare call says in one line what it is and how it is started", arguments: programs)
  func bare(program: String, identifier: String) throws {
    let result = try runToEnd(try BuiltProgram.path(program))
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
    let result = try runToEnd(try BuiltProgram.path(program), ["--describe"])
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
      try BuiltProgram.path("OpenAppLockShieldConfig"),
      ["--app-group", try scratch.makeFolder("group"), "--once"], input: call)
    #expect(result.status == 0, "\(result.err)")
    #expect(result.out.contains("\"answer\":{"))
    let bad = try runToEnd(
      try BuiltProgram.path("OpenAppLockShieldConfig"),
      ["--app-group", scratch.file("group"), "--once"], input: "{\"subject\": ")
    #expect(bad.status == 64)
    #expect(bad.out.isEmpty)
  }

  @Test("with --service it is used instead of one that the service starts, until it ends")
  func service() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--enforce", "none"])
    let app = "/usr/bin/sha256sum"
    try installation.lock(app)
    try installation.run("shield", "show", app)
    let started = try installation.process(.shieldConfiguration)
    let byHand = try scratch.start(
      try BuiltProgram.path("OpenAppLockShieldConfig"),
      [
        "--app-group", installation.state + "/groups/group.dev.openapplock", "--service",
        installation.state + "/run/screentimed.sock",
      ])
    #expect(poll(within: soon) { (try? state(in: installation))?.pid == byHand.pid })
    #expect(try state(in: installation).startedByHand)
    #expect(try installation.run("shield", "show", app).contains("App Blocked"))
    // One that no longer answers is proof that it is the one that is asked.
    byHand.send(SIGSTOP)
    #expect(!(try installation.run("shield", "show", app).isEmpty), "a shield never shows nothing")
    byHand.send(SIGCONT)
    byHand.terminate()
    #expect(try byHand.waitForExit(within: .seconds(30)) == 0)
    #expect(poll(within: soon) { (try? state(in: installation))?.startedByHand == false })
    #expect(try installation.run("shield", "show", app).contains("App Blocked"))
    #expect(try state(in: installation).pid != byHand.pid)
    #expect(started.isThere || installation.running(.shieldConfiguration) != nil)
  }

  private func state(in installation: Installation) throws -> ExtensionState {
    try #require(
      try installation.platform().extensions.first {
        $0.manifest.identifier == "dev.openapplock.shield-config"
      })
  }
}
