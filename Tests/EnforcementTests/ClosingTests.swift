import Enforcement
import Glibc
import TestSupport
import Testing

/// With real processes, all of them copies that the test started.
@Suite("Processes that are closed", .serialized)
struct ClosingTests {
  private func closing(_ warning: Duration, _ grace: Duration) -> WhenBlocked {
    .close(warning: warning, grace: grace)
  }

  @Test("an app is warned, asked, and has ended")
  func asked() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    stage.shield(
      [try stage.target(game)], whenBlocked: closing(.milliseconds(50), .seconds(600)))
    #expect(stage.warned.map(\.pid) == [process.pid])
    #expect(process.isRunning)
    #expect(try stage.turn(until: { !stage.closed.isEmpty }))
    #expect(process.status == .signalled(SIGTERM))
  }

  @Test("an app that doesn't end when asked is ended after its grace")
  func stubborn() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program("game", of: "/bin/dash")
    let process = try stage.scratch.start(
      game, ["-c", "trap '' TERM; echo ready; \(stage.idleScript())"])
    try process.waitForLine(containing: "ready")
    stage.shield(
      [try stage.target(game)], whenBlocked: closing(.milliseconds(20), .milliseconds(100)))
    #expect(try stage.turn(until: { !stage.closed.isEmpty }))
    #expect(process.status == .signalled(SIGKILL))
  }

  @Test("more time that is granted during the warning is not taken back")
  func reprieved() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    let when = closing(.seconds(1), .milliseconds(100))
    stage.shield([try stage.target(game)], whenBlocked: when)
    #expect(stage.warned.count == 1)
    stage.shield([], whenBlocked: when)
    _ = try stage.turn(until: { !process.isRunning }, within: .milliseconds(1500))
    #expect(process.isRunning)
  }

  @Test("more time that is granted after the app was asked to end keeps it from being killed")
  func reprievedLate() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program("game", of: "/bin/dash")
    let process = try stage.scratch.start(
      game, ["-c", "trap 'echo asked' TERM; echo ready; \(stage.idleScript())"])
    try process.waitForLine(containing: "ready")
    let when = closing(.zero, .seconds(2))
    stage.shield([try stage.target(game)], whenBlocked: when)
    #expect(try stage.turn(until: { process.output.contains("asked") }))
    stage.shield([], whenBlocked: when)
    _ = try stage.turn(until: { !process.isRunning }, within: .milliseconds(2500))
    #expect(process.isRunning)
  }

  @Test("a held app that is to be closed instead is let go first, so that it can save")
  func fromFreeze() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    try stage.shield(game)
    #expect(Kernel.comesToRest(process.pid))
    stage.shield([try stage.target(game)], whenBlocked: closing(.zero, .seconds(600)))
    #expect(try stage.turn(until: { !stage.closed.isEmpty }))
    #expect(process.status == .signalled(SIGTERM))
  }

  @Test("a held app whose closing was asked for goes on to end, and is not held again meanwhile")
  func askedFor() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program("game", of: "/bin/dash")
    let process = try stage.scratch.start(
      game, ["-c", "trap 'echo asked; exit 3' TERM; echo ready; \(stage.idleScript())"])
    try process.waitForLine(containing: "ready")
    let target = try stage.target(game)
    stage.shield([target])
    #expect(Kernel.comesToRest(process.pid))
    stage.enforcer.close(target.token, grace: .seconds(600))
    stage.shield([target])
    #expect(try stage.turn(until: { !stage.closed.isEmpty }))
    #expect(process.status == 3)
    #expect(process.output.contains("asked"))
  }
}
