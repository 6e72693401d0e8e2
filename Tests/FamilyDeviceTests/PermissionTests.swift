import DeviceActivity
import ExtensionSandbox
import Foundation
import Glibc
import ScreenTimeTesting
import TestSupport
import Testing

@Suite("Who may restrict a child's machine, and who gets to its secrets")
struct PermissionTests {
  @Test("a child's permission is asked for by itself, and never silently taken for oneself's")
  func child() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    try house.replacePairing()
    let asked = house.platform.messages.filter {
      $0.type == "authorization.ask" && $0.kind == .request
    }
    #expect(asked.count >= 3, "for pairing, selecting and replacing, each by itself")
    #expect(asked.allSatisfy { $0.body.contains("\"child\"") })
  }

  @Test("without it nothing is paired, and the code is not used up")
  func refused() throws {
    guard isRoot, unsafe access("/usr/bin/setpriv", X_OK) == 0 else {
      return Skip.say("only root can start a service that has no administrator")
    }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let nobody: uid_t = 65_534
    let programs = try ["screentimed", "family-device"].map { name in
      try scratch.copyProgram(try TestSupport.BuiltProgram.path(name), as: name)
    }
    let state = try scratch.makeFolder("state")
    for path in [scratch.path, state] { #expect(unsafe chown(path, nobody, nobody) == 0) }
    let own = ["--reuid=65534", "--regid=65534", "--clear-groups"]
    let service = try scratch.start(
      "/usr/bin/setpriv",
      own + [
        programs[0], "--state", state, "--enforce", "none", "--clock", "virtual", "--start",
        "2025-01-06T12:00",
      ])
    try service.waitForLine(containing: "ready at")
    // Nobody listens there: it would be told so if the code were taken anywhere.
    let pair = try runToEnd(
      "/usr/bin/setpriv",
      own + [
        programs[1], "pair", "--state", state, "--server", "http://127.0.0.1:9", "--code", "c",
      ])
    #expect(pair.status == 1 && pair.err.contains("for a child was not given"), "\(pair.err)")
    #expect(pair.err.contains("hint: an administrator"))
    #expect(try scratch.names(in: "state/family") == [])
  }

  @Test("which apps are selected is never told to the server")
  func apps() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    try house.play(60)
    #expect(try house.device("sync").status == 0)
    #expect(try house.device("challenge", input: "").status == 1)
    #expect(house.relay.said.contains { $0.contains("\"observed_minutes\":60") })
    #expect(!house.relay.said.contains { $0.contains("game") })
  }

  @Test("the extensions' directory holds nothing that lets anybody speak to the server")
  func shared() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    let state = house.platform.stateDirectory
    let credentials = state + "/family/credentials.json"
    var status = stat()
    #expect(unsafe stat(credentials, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let text = try String(contentsOfFile: credentials, encoding: .utf8)
    let token = try #require(text.firstMatch(of: #/"token":"([^"]+)"/#)?.1)
    let files = try #require(FileManager.default.enumerator(atPath: state + "/groups"))
    var count = 0
    for case let name as String in files {
      guard let text = try? String(contentsOfFile: state + "/groups/" + name, encoding: .utf8)
      else { continue }
      count += 1
      #expect(!text.contains(token), "\(name)")
    }
    #expect(count > 0)
  }

  @Test("an extension in its sandbox gets neither to the token nor to the server's address")
  func sandbox() throws {
    guard SandboxSupport.ofThisKernel().gaps.isEmpty else {
      return Skip.say("this kernel has no sandbox: \(SandboxSupport.ofThisKernel().gaps)")
    }
    let house = try Household()
    defer { house.end() }
    try house.pair()
    let platform = house.platform
    let group = "group.dev.example.probe"
    try platform.register(program: try ScreenTimeTesting.BuiltProgram.path("probe-extension"))
    let own = platform.stateDirectory + "/family"
    let wishes = [
      "list \(own)", "read \(own)/credentials.json", "write \(own)/credentials.json",
      "truncate \(own)/credentials.json", "remove \(own)/credentials.json", "write \(own)/new",
      "list \(platform.stateDirectory)", "tcp \(house.relay.port)",
    ]
    try Data(wishes.joined(separator: "\n").utf8).write(
      to: URL(filePath: try platform.groupDirectory(of: group) + "/wishes"))
    try platform.app(group) {
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName("reach"),
        during: DeviceActivitySchedule(
          intervalStart: DateComponents(hour: 13), intervalEnd: DateComponents(hour: 14),
          repeats: true))
    }
    try platform.advance(to: "13:00")
    let outcomes = try String(
      contentsOfFile: platform.groupDirectory(of: group) + "/outcomes", encoding: .utf8
    ).split(separator: "\n")
    #expect(outcomes.count == wishes.count)
    for outcome in outcomes {
      #expect(outcome.hasSuffix(": \(EACCES)") || outcome.hasSuffix(": \(EPERM)"), "\(outcome)")
    }
    #expect(try house.device("sync").status == 0, "and all of it is still there")
  }
}
