import Foundation
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeModel
import TestSupport
import Testing

/// The programs themselves, each for one callback and without a service.
@Suite("The extensions' programs, by hand")
struct ExtensionProcessTests {
  private func start(
    _ program: String, _ call: String, in group: TestGroup
  ) throws -> RunningProcess {
    try group.scratch.start(
      try BuiltProgram.path(program), ["--app-group", group.scratch.path, "--once"], input: call)
  }

  private func press(at now: String) -> String {
    """
    {"subject": {"application": "\(chess)"}, "action": "secondary", "now": "\(now)", "zone": "UTC"}
    """
  }

  /// Presses at these times, all at once, each in a process of its own.
  private func press(_ times: [String], in group: TestGroup) throws -> [String] {
    let processes = try times.map { try start("OpenAppLockShieldAction", press(at: $0), in: group) }
    for process in processes {
      let status = try process.waitForExit(within: .seconds(60))
      #expect(status == .exited(0))
    }
    return processes.map(\.output)
  }

  @Test("presses at once, from as many processes, spend one open for the session they share (O4)")
  func together() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let gate = try rule(1, opens(5))
    try group.stores.snapshots.write([gate])
    let answers = try press(Array(repeating: "2025-01-06T09:00:00Z", count: 8), in: group)
    #expect(answers.allSatisfy { $0.contains(#""response":"defer""#) })
    #expect(try group.usage(of: gate, on: "2025-01-06").opens == 1)
  }

  @Test("presses that each want a session of their own spend what is left and not one more (O4)")
  func whatIsLeft() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let gate = try rule(1, opens(3))
    try group.stores.snapshots.write([gate])
    let times = (10...17).map { "2025-01-06T\($0):00:00Z" }
    let answers = try press(times, in: group)
    #expect(answers.filter { $0.contains(#""response":"defer""#) }.count == 3)
    #expect(answers.filter { $0.contains("noOpensLeft") }.count == 5)
    #expect(try group.usage(of: gate, on: "2025-01-06").opens == 3)
  }

  @Test("the monitor writes the rule's store at its edge, and tells what it would send")
  func monitor() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let focus = try rule(1, schedule("09:00", "17:00"))
    try group.stores.snapshots.write([focus])
    let call = """
      {"callback": "intervalDidStart", "activity": "\(RuleActivityName.window(focus.id).name.rawValue)",
       "now": "2025-01-06T09:00:00Z", "zone": "UTC"}
      """
    let process = try start("OpenAppLockMonitor", call, in: group)
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.output.contains(#""store":"\#(focus.store)""#))
    #expect(process.output.contains(#""shieldedApplications":["org.example.Chess"]"#))
  }

  @Test("the configuration says what the shield shows")
  func configuration() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    try group.stores.snapshots.write([try rule(1, opens(3))])
    let call = """
      {"subject": {"application": "\(chess)"}, "now": "2025-01-06T09:00:00Z", "zone": "UTC"}
      """
    let process = try start("OpenAppLockShieldConfig", call, in: group)
    #expect(try process.waitForExit() == .exited(0))
    #expect(
      process.output == """
        {"answer":{"secondaryButton":"Open (3 left)","subtitle":"Opened 0 of 3 times today",\
        "title":"App Blocked"},"effects":[]}

        """)
  }
}
