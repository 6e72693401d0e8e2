import Bus
import Foundation
import Glibc
import OpenAppLockProtocol
import ScreenTimeModel
import ScreenTimeProtocol
import TestSupport
import Testing

/// Who a test runs an installation as, where it should not be root: an account without a name.
let plainAccount: UInt32 = 61_234

/// Whether this test can start something as ``plainAccount``.
var mayBecomePlain: Bool {
  let hasProgram = unsafe access("/usr/bin/setpriv", X_OK) == 0
  return isRoot && hasProgram
}

/// How long something may take that happens a moment later.
let soon = Duration.seconds(30)

extension Installation {
  /// What the Screen Time service says of itself.
  func platform() throws -> PlatformStatus.Reply {
    let connection = try Bus.connect(
      to: state + "/run/screentimed.sock", as: "integration-tests", version: "1")
    defer { connection.close() }
    return try connection.request(PlatformStatus(), within: .seconds(30))
  }

  /// What `status` says.
  func status() throws -> StatusReport { try json("status") }

  /// The names of the rules that block now.
  func blocking() throws -> [String] { try status().blocking.map(\.name) }

  /// The programs that are shielded now.
  func shielded() throws -> [String] { try status().shielded.map(\.rawValue) }

  /// The rules as `rule ls` shows them.
  func rules() throws -> [RuleReport] { try json("rule", "ls") }

  /// Makes a list of one program and a rule of it that holds all day, every day.
  func lock(_ program: String, as rule: String = "Focus", _ more: [String] = []) throws {
    try run("list", "add", rule + " list", "--app", program)
    let arguments = [
      "rule", "add", "schedule", rule, "--from", "00:00", "--to", "00:00", "--days", "everyday",
      "--list", rule + " list",
    ]
    let result = try cli(arguments + more)
    guard result.status == 0 else { throw Refused(result) }
  }
}

/// A command that should have succeeded.
struct Refused: Error, CustomStringConvertible {
  let description: String

  init(_ result: ProgramResult) { description = "\(result.status)\n\(result.out)\(result.err)" }
}

extension ProcessView {
  /// Whether the kernel comes to hold it soon.
  func comesToBeHeld(within limit: Duration = soon) -> Bool {
    poll(within: limit) { isHeld }
  }

  /// Whether it comes to go on soon.
  func comesToGoOn(within limit: Duration = soon) -> Bool {
    poll(within: limit) { isThere && !isHeld }
  }

  /// Whether it uses processor time again soon.
  func comesToWork(within limit: Duration = soon) throws -> Bool {
    let before = try #require(ticks)
    return poll(within: limit) { (ticks ?? before) > before }
  }

  /// Whether it uses no processor time for a while; one that the kernel holds never does.
  func standsStill() throws -> Bool {
    let before = try #require(ticks)
    return !poll(within: .milliseconds(300)) { ticks != before }
  }
}

extension RunningProcess {
  /// The process as the kernel tells of it.
  func view() throws -> ProcessView { try #require(ProcessView(pid)) }
}
