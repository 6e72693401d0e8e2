import CompactJSON
import FamilyShared
import Foundation
import ScreenTimeTesting
import TestSupport
import Testing

/// A server and a child's machine, all of them programs; the machine's clock is virtual.
final class Household {
  let scratch: Scratch
  let platform: TestPlatform
  /// What every call of the machine goes through.
  let relay: Relay
  let app: String
  private(set) var server: RunningProcess
  /// What the server said to the last change of the policy: nobody else changes it.
  private var lastPolicy: JSON?
  private let origin: String
  private let port: UInt16

  /// Starts both, at noon of the real day: the server goes by the machine's clock.
  ///
  /// - Parameters:
  ///   - daysOff: How many days the machine's clock is ahead.
  ///   - limits: What the machine's platform takes on.
  init(daysOff: Int = 0, limits: TestLimits = .linux, test: String = #function) throws {
    scratch = try Scratch(test)
    app = try scratch.copyProgram("/bin/true", as: "game")
    let day = Date(timeIntervalSinceNow: Double(daysOff * 86_400))
      .formatted(.iso8601.year().month().day())
    platform = try TestPlatform(
      at: "\(day)T12:00", zone: "UTC", apps: [app: []], limits: limits,
      service: .program(try ScreenTimeTesting.BuiltProgram.path("screentimed")))
    for program in ["FamilyMonitor", "FamilyShieldConfig"] {
      try platform.register(program: try ScreenTimeTesting.BuiltProgram.path(program))
    }
    (server, origin) = try Self.serve(scratch, port: 0)
    port = try #require(UInt16(origin.split(separator: ":").last ?? ""))
    relay = try Relay(to: port)
  }

  func end() {
    relay.end()
    platform.end()
    scratch.cleanUp()
  }

  private static func serve(
    _ scratch: Scratch, port: UInt16
  ) throws -> (RunningProcess, String) {
    let process = try scratch.start(
      try TestSupport.BuiltProgram.path("family-server"),
      ["serve", "--state", scratch.file("server"), "--listen", "127.0.0.1:\(port)"],
      environment: ["TZ": "UTC"])
    let line = try process.waitForLine(containing: "ready at")
    return (process, String(try #require(line.split(separator: " ").last)))
  }

  /// Ends the server; it keeps what it has.
  func stopServer() throws {
    lastPolicy = nil
    server.terminate()
    try server.waitForExit()
  }

  /// Starts the server again where it was.
  func startServer() throws { (server, _) = try Self.serve(scratch, port: port) }

  // MARK: The parent

  /// Makes a call as the parent.
  @discardableResult
  func parent(_ method: String, _ path: String, _ body: String? = nil) throws -> JSON {
    let token = try String(contentsOfFile: scratch.file("server/token"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    var arguments = [
      "-sS", "--max-time", "30", "-X", method, "-H", "Authorization: Bearer \(token)",
    ]
    if let body { arguments += ["-H", "Content-Type: application/json", "--data", body] }
    let result = try runToEnd("/usr/bin/curl", arguments + [origin + path])
    return result.out.isEmpty ? .null : try JSON(parsing: result.out)
  }

  /// Adds a child and makes a pairing code for it.
  func pairingCode(_ name: String = "Mia") throws -> (child: String, code: String) {
    let child = try parent("POST", "/v1/parent/children", #"{"name": "\#(name)"}"#)[at: "child_id"]
    return (child.asText, try pairingCode(for: child.asText))
  }

  /// Makes a pairing code for a child.
  func pairingCode(for child: String) throws -> String {
    try parent("POST", "/v1/parent/children/\(child)/pairing-code")[at: "code"].asText
  }

  /// The first child, as a parent sees it.
  func child() throws -> JSON {
    try parent("GET", "/v1/parent/family")[at: "children"].elements[0]
  }

  /// What the first child has earned today.
  func earned() throws -> Int? { try child()[at: "earned_minutes"].number }

  /// What the parent's page shows of the first child's device, or of the last one that was revoked.
  func seen() throws -> JSON {
    let devices = try parent("GET", "/v1/parent/family")[at: "children"].elements[0][
      at: "devices"]
    // Two that were paired within a second have no order.
    return try #require(
      devices.elements.first { $0[at: "revoked_at"] == .null } ?? devices.elements.last)
  }

  /// Changes fields of the policy; allowed all day unless told otherwise.
  func setPolicy(_ changes: [String: JSON] = [:]) throws {
    let family = try lastPolicy ?? parent("GET", "/v1/parent/family")
    guard case .object(var policy) = family[at: "policy"] else { return }
    policy["allowed_start"] = .text("00:00")
    policy["allowed_end"] = .text("00:00")
    policy.merge(changes) { $1 }
    let body = JSON.object(["expected_revision": family[at: "revision"], "policy": .object(policy)])
    let answer = try parent(
      "PUT", "/v1/parent/policy", String(decoding: CompactJSON.encode(body), as: UTF8.self))
    lastPolicy = answer
    #expect(answer[at: "error"] == .null)
  }

  /// Has the parent allow so many minutes a day.
  func setLimit(_ minutes: Int) throws {
    try setPolicy(["daily_limit_minutes": .integer(Int64(minutes))])
  }

  // MARK: The machine

  /// Runs a command of `family-device` to its end.
  func device(_ arguments: String..., input: String = "") throws -> ProgramResult {
    try runToEnd(
      try TestSupport.BuiltProgram.path("family-device"),
      [arguments[0], "--state", platform.stateDirectory, "--service", platform.socketPath]
        + arguments.dropFirst(), input: input)
  }

  /// Pairs the machine and selects the game.
  func pair() throws {
    try setPolicy()
    let (_, code) = try pairingCode()
    let paired = try device("pair", "--server", relay.origin, "--code", code)
    #expect(paired.status == 0, "\(paired.err)")
    try select()
  }

  /// Makes a code that opens a setup session on the machine.
  func configurationCode() throws -> String {
    let device = try seen()[at: "device_id"].asText
    return try parent("POST", "/v1/parent/devices/\(device)/configuration-code")[at: "code"]
      .asText
  }

  /// Selects the game, with a code of its own.
  func select() throws {
    let selected = try device("select", "--code", try configurationCode(), "--app", app)
    #expect(selected.status == 0, "\(selected.err)")
  }

  /// Answers a challenge of one question; the question is read first, by somebody who leaves again.
  func answer() throws -> String {
    let left = try device("challenge", input: "")
    let prompt = try #require(
      left.out.split(separator: "\n").first { $0.hasPrefix("1/1") }?.split(separator: " "),
      "\(left.out) \(left.err)")
    let (first, second) = (Int(prompt[1]) ?? 0, Int(prompt[3]) ?? 0)
    return "\(prompt[2] == "+" ? first + second : first - second)\n"
  }

  /// Revokes the machine's pairing.
  func revoke() throws {
    try parent("DELETE", "/v1/parent/devices/\(try seen()[at: "device_id"].asText)")
  }

  /// Revokes the machine's pairing, and replaces it.
  func replacePairing() throws {
    try revoke()
    let child = try child()[at: "child_id"].asText
    let replaced = try device("replace", "--code", try pairingCode(for: child))
    #expect(replaced.status == 0, "\(replaced.err)")
  }

  /// What the machine knows, as its document has it.
  func known() throws -> FamilyState {
    let path = platform.stateDirectory + "/groups/" + FamilyIdentity.appGroup
    return try #require(try FamilyGroup(at: path, creating: false).read().state)
  }

  /// Uses the game for so many minutes.
  func play(_ minutes: Int) throws { try platform.use(app, for: .minutes(minutes)) }

  /// Whether the game is shielded, once all that is on its way has come.
  ///
  /// A monitor that was woken before a plan was confirmed shields for some milliseconds after it.
  var isShielded: Bool {
    get throws {
      try platform.settle()
      return try platform.isShielded(app)
    }
  }
}

extension JSON {
  /// A value of an object; null where there is none.
  subscript(at name: String) -> JSON {
    if case .object(let fields) = self { fields[name] ?? .null } else { .null }
  }

  /// The elements of a list.
  var elements: [JSON] { if case .list(let values) = self { values } else { [] } }

  /// A text; empty for anything else.
  var asText: String { if case .text(let text) = self { text } else { "" } }

  /// A number.
  var number: Int? { if case .integer(let number) = self { Int(number) } else { nil } }
}
