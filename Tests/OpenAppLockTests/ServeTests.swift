import Foundation
import OpenAppLockProtocol
import TestSupport
import Testing

/// The built program with its service, and no platform: changes are stored, nothing is enforced.
@Suite("The service as a program")
struct ServeTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch("serve")
  }

  private var state: String { scratch.file("state") }

  private func serve() throws -> RunningProcess {
    let process = try scratch.start(
      BuiltProgram.path("openapplock"), ["--state", state, "serve"])
    try process.waitForLine(containing: "serving")
    return process
  }

  private func run(_ arguments: String...) throws -> ProgramResult {
    try runToEnd(BuiltProgram.path("openapplock"), ["--state", state] + arguments)
  }

  private func json<Value: Decodable>(_ type: Value.Type, _ arguments: String...) throws -> Value {
    let result = try runToEnd(
      BuiltProgram.path("openapplock"), ["--json", "--state", state] + arguments)
    #expect(result.status == 0, "\(result.out)")
    return try JSONDecoder().decode(type, from: Data(result.out.utf8))
  }

  @Test("what is stored without a platform is said not to be enforced, and survives SIGKILL")
  func storing() throws {
    defer { scratch.cleanUp() }
    let first = try serve()
    let list = try json(Stored<ListReport>.self, "list", "add", "Games", "--app", "org.test.Chess")
    #expect(list.notEnforced?.contains("screentimed") == true)
    let rule = try json(
      Stored<RuleReport>.self, "rule", "add", "open-limit", "Five a day", "--opens", "5", "--list",
      "Games", "--hard")
    #expect(rule.value.list == "Games")
    first.kill()
    try first.waitForExit()
    _ = try serve()
    #expect(try json([RuleReport].self, "rule", "ls") == [rule.value])
    #expect(try json([ListReport].self, "list", "ls").map(\.rules) == [["Five a day"]])
    #expect(try run("status").status == 69)
  }

  @Test("text and JSON of a rule say the same")
  func texts() throws {
    defer { scratch.cleanUp() }
    _ = try serve()
    _ = try run("list", "add", "Games", "--app", "org.test.Chess", "--site", "chess.test")
    let added = try run("rule", "add", "--preset", "Lights Out", "--list", "Games")
    #expect(added.status == 0)
    #expect(added.out.contains("\"Lights Out\""))
    #expect(added.out.contains("23:00 – 06:30"))
    let shown = try run("rule", "show", "Lights Out")
    #expect(shown.out.contains("1 App, 1 Website"))
    let edited = try run("rule", "edit", "Lights Out", "--minutes", "5")
    #expect(edited.status == 64)
    #expect(edited.err.contains("time-limit"))
    let removed = try run("list", "rm", "Games")
    #expect(removed.status == 1)
    #expect(removed.err.contains("\"Lights Out\""))
    #expect(try run("list", "rm", "Games", "--detach").status == 0)
    #expect(try run("rule", "rm", "Lights Out").status == 0)
    #expect(try run("rule", "ls").out.contains("No rules yet"))
  }

  @Test("a second service on the same state is refused and told who has it")
  func second() throws {
    defer { scratch.cleanUp() }
    let first = try serve()
    let second = try run("serve")
    #expect(second.status == 1)
    #expect(second.err.contains("process \(first.pid)"))
    #expect(first.isRunning)
  }

  @Test("it ends within two seconds of SIGTERM and SIGINT", arguments: [SIGTERM, SIGINT])
  func ending(signal: Int32) throws {
    defer { scratch.cleanUp() }
    let process = try serve()
    process.send(signal)
    #expect(try process.waitForExit(within: .seconds(30)) == 0)
  }

  @Test("a folder that is open to others is refused, and the hint says what to do")
  func loose() throws {
    defer { scratch.cleanUp() }
    try scratch.makeFolder("state")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: state)
    let result = try run("serve")
    #expect(result.status == 1)
    #expect(result.err.contains("open to others"))
    #expect(result.err.contains("hint: chmod 700"))
  }

  @Test("a folder that belongs to somebody else is refused")
  func foreign() throws {
    defer { scratch.cleanUp() }
    guard isRoot else { return }
    try scratch.makeFolder("state")
    try #require(unsafe chown(state, 61_234, 61_234) == 0)
    let result = try run("serve")
    #expect(result.status == 1)
    #expect(result.err.contains("belongs to user 61234"))
  }

  @Test("a folder that is a link, or a file, is refused", arguments: ["link", "file"])
  func noFolder(kind: String) throws {
    defer { scratch.cleanUp() }
    if kind == "link" {
      let target = try scratch.makeFolder("elsewhere")
      try FileManager.default.createSymbolicLink(atPath: state, withDestinationPath: target)
    } else {
      try scratch.write("", to: "state")
    }
    let result = try run("serve")
    #expect(result.status == 1)
    #expect(result.err.contains("is not a folder"))
  }

  @Test("OPENAPPLOCK_STATE names the state, and --state goes before it")
  func environment() throws {
    defer { scratch.cleanUp() }
    _ = try serve()
    let program = try BuiltProgram.path("openapplock")
    let named = try runToEnd(program, ["rule", "ls"], environment: ["OPENAPPLOCK_STATE": state])
    #expect(named.status == 0)
    let other = try runToEnd(
      program, ["--state", "/nonexistent/state", "rule", "ls"],
      environment: ["OPENAPPLOCK_STATE": state])
    #expect(other.status == 69)
  }
}
