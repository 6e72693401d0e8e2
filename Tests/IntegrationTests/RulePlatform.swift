import Foundation
import OpenAppLockProtocol
import ScreenTimeTesting
import TestSupport

/// A test platform with the app on it, all of them processes: rules by the command line, time by the
/// test.
final class RulePlatform {
  /// What is installed there: a program for rules, and another.
  static let app = "/usr/bin/sha256sum"
  static let other = "/usr/bin/md5sum"

  /// The platform.
  let platform: TestPlatform
  private let scratch: Scratch
  private let program: String

  /// Starts the platform and the app, with a list `games` that holds ``app``.
  init(at start: String, test: String = #function) throws {
    scratch = try Scratch(test)
    program = try TestSupport.BuiltProgram.path("openapplock")
    platform = try TestPlatform(
      at: start, apps: [Self.app: [], Self.other: []],
      service: .program(try TestSupport.BuiltProgram.path("screentimed")))
    for name in ["OpenAppLockMonitor", "OpenAppLockShieldConfig", "OpenAppLockShieldAction"] {
      try platform.register(program: try TestSupport.BuiltProgram.path(name))
    }
    try platform.settle()
    try startApp()
    try run("list", "add", "games", "--app", Self.app)
  }

  /// Ends everything.
  func end() {
    scratch.cleanUp()
    platform.end()
  }

  private func startApp() throws {
    let app = try scratch.start(program, ["--state", platform.stateDirectory, "serve"])
    try app.waitForLine(containing: "serving", within: .seconds(30))
  }

  // MARK: The command line

  /// Runs a command to its end.
  func cli(_ arguments: [String]) throws -> ProgramResult {
    try runToEnd(
      program, ["--state", platform.stateDirectory] + arguments,
      environment: ["OPENAPPLOCK_STATE": nil], within: .seconds(30))
  }

  /// Runs a command that has to succeed, and hands back what it printed.
  @discardableResult
  func run(_ arguments: String...) throws -> String {
    let result = try cli(arguments)
    guard result.status == 0 else { throw Refused(result) }
    return result.out
  }

  /// Adds a schedule of the list.
  func add(
    _ rule: String, _ from: String, _ to: String, days: String = "everyday", _ more: [String] = []
  ) throws {
    let result = try cli(
      [
        "rule", "add", "schedule", rule, "--from", from, "--to", to, "--days", days, "--list",
        "games",
      ] + more)
    guard result.status == 0 else { throw Refused(result) }
  }

  /// Runs a command with `--json`, and reads what it printed.
  func json<Value: Decodable>(
    _ arguments: String..., as type: Value.Type = Value.self
  ) throws -> Value {
    let result = try cli(["--json"] + arguments)
    guard result.status == 0 else { throw Refused(result) }
    return try JSONDecoder().decode(type, from: Data(result.out.utf8))
  }

  // MARK: What holds

  /// What `status` says.
  func status() throws -> StatusReport { try json("status") }

  /// The rules as `rule ls` shows them.
  func rules() throws -> [RuleReport] { try json("rule", "ls") }

  /// The names of the rules that block now.
  func blocking() throws -> [String] { try status().blocking.map(\.name) }

  /// What the rules and the documents of the group are on disk, byte for byte.
  func files() throws -> [String: Data] {
    let group = "groups/group.dev.openapplock"
    let state = platform.stateDirectory
    let documents = try FileManager.default.contentsOfDirectory(atPath: state + "/" + group)
      .filter { $0.hasSuffix(".json") }.map { group + "/" + $0 }
    return try (documents + ["app.sqlite"]).reduce(into: [:]) {
      $0[$1] = try Data(contentsOf: URL(filePath: state + "/" + $1))
    }
  }
}
