import EventLoop
import Foundation
import Glibc
import ScreenTimeModel
import TestSupport
import Testing

@testable import Enforcement

/// With real processes, all of them copies that the test started.
@Suite("Processes that are held", .serialized)
struct HoldingTests {
  /// A shell's program under another name, which is no shell to anybody.
  private func looper(_ stage: Stage, _ name: String = "game") throws -> String {
    try stage.program(name, of: "/bin/dash")
  }

  @Test("a running app is stopped when its shield comes, and goes on when it lifts")
  func freezeAndThaw() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    try stage.shield(game)
    #expect(Kernel.comesToRest(process.pid))
    #expect(stage.frozen.map(\.pid) == [process.pid])
    #expect(stage.enforcer.frozen().first?.token?.rawValue == game)
    stage.shield([])
    #expect(poll(within: .seconds(30)) { !Kernel.isHeld(process.pid) })
    #expect(process.isRunning)
    #expect(stage.thawed.map(\.pid) == [process.pid])
    #expect(stage.enforcer.frozen().isEmpty)
  }

  @Test("a held app comes to rest in a frozen group of its own, and nothing of that is left over")
  func caged() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    guard isRoot, Kernel.mount() != nil else {
      return Skip.say("there is no cgroup version 2 that this user may change")
    }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    let group = Kernel.cgroup(process.pid)
    try stage.shield(game)
    #expect(try stage.turn(until: { Kernel.isCaged(process.pid) }))
    #expect(poll(within: .seconds(30)) { !Kernel.isStopped(process.pid) })
    stage.shield([])
    #expect(try stage.turn(until: { Kernel.cages(stage.instance).isEmpty }))
    #expect(Kernel.cgroup(process.pid) == group)
    #expect(process.isRunning)
  }

  @Test("when the enforcer stops, everything goes on and no group is left")
  func stop() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    try stage.shield(game)
    try stage.waitForCage(process.pid)
    stage.enforcer.stop()
    #expect(poll(within: .seconds(30)) { !Kernel.isHeld(process.pid) })
    #expect(Kernel.cages(stage.instance).isEmpty)
    #expect(try !stage.isDenied(game))
  }

  @Test("all processes of an app are held, also those it starts meanwhile")
  func family() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try looper(stage)
    let idle = try stage.idleScript()
    let process = try stage.scratch.start(
      game, ["-c", "(\(idle)) & (\(idle)) & while :; do (:); done"])
    let file = try #require(FileVersion(path: game)).file
    let family = { ProcessScan.all().filter { $0.file == file }.map(\.pid) }
    #expect(poll(within: .seconds(30)) { family().count >= 3 })
    try stage.shield(game)
    #expect(poll(within: .seconds(30)) { family().allSatisfy(Kernel.isHeld) })
    #expect(family().contains(process.pid))
    if isRoot, Kernel.mount() != nil {
      #expect(try stage.turn(until: { family().allSatisfy { !Kernel.isStopped($0) } }))
    }
    #expect(poll(within: .seconds(30)) { family().allSatisfy(Kernel.isHeld) })
    #expect(family().count >= 3)
  }

  @Test("an app that is thawed and shielded again at once is held again")
  func again() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    try stage.shield(game)
    try stage.waitForCage(process.pid)
    for _ in 0..<3 {
      stage.shield([])
      try stage.shield(game)
      #expect(Kernel.comesToRest(process.pid))
    }
    _ = try stage.turn(until: { !Kernel.isStopped(process.pid) }, within: .seconds(30))
    #expect(Kernel.comesToRest(process.pid))
  }

  @Test("of two apps in one group the one goes on while the other stays held")
  func twoApps() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let first = try stage.program("first")
    let second = try stage.program("second", of: "/bin/dash")
    let one = try stage.scratch.start(first, ["600"])
    let two = try stage.scratch.start(second, ["-c", try stage.idleScript()])
    stage.shield([try stage.target(first), try stage.target(second)])
    try stage.waitForCage(one.pid, two.pid)
    stage.shield([try stage.target(second)])
    #expect(poll(within: .seconds(30)) { !Kernel.isHeld(one.pid) })
    #expect(Kernel.comesToRest(two.pid))
  }

  @Test("the same state again changes nothing and tells nothing")
  func idempotent() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    for _ in 0..<3 {
      try stage.shield(game)
      _ = try stage.turn(until: { false }, within: .milliseconds(150))
    }
    #expect(stage.frozen.count == 1)
    #expect(stage.thawed.isEmpty)
    #expect(Kernel.comesToRest(process.pid))
  }

  @Test("an app that was stopped by somebody else stays stopped after the shield")
  func stoppedBefore() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    process.send(SIGSTOP)
    #expect(poll(within: .seconds(30)) { Kernel.isStopped(process.pid) })
    try stage.shield(game)
    try stage.waitForCage(process.pid)
    stage.shield([])
    _ = try stage.turn(until: { Kernel.cages(stage.instance).isEmpty }, within: .seconds(30))
    #expect(poll(within: .seconds(30)) { Kernel.isStopped(process.pid) })
  }

  @Test("a held process that is killed is forgotten, and its group removed")
  func killed() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    try stage.shield(game)
    try stage.waitForCage(process.pid)
    process.kill()
    #expect(
      try stage.turn(until: {
        stage.enforcer.frozen().isEmpty && Kernel.cages(stage.instance).isEmpty
      }))
    #expect(stage.thawed.map(\.pid) == [process.pid])
  }

  @Test("what an earlier life froze stays so until the next one knows, and goes on if it may")
  func adoption() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let kept = try stage.program("kept")
    let freed = try looper(stage, "freed")
    let one = try stage.scratch.start(kept, ["600"])
    let two = try stage.scratch.start(freed, ["-c", try stage.idleScript()])
    stage.shield([try stage.target(kept), try stage.target(freed)])
    try stage.waitForCage(one.pid, two.pid)
    try stage.nextLife()
    #expect(Set(stage.enforcer.frozen().map(\.pid)) == [one.pid, two.pid])
    #expect(Kernel.comesToRest(one.pid) && Kernel.comesToRest(two.pid))
    try stage.shield(kept)
    #expect(poll(within: .seconds(30)) { !Kernel.isHeld(two.pid) })
    #expect(Kernel.comesToRest(one.pid))
    #expect(stage.enforcer.frozen().first?.token?.rawValue == kept)
    stage.enforcer.stop()
    #expect(poll(within: .seconds(30)) { !Kernel.isHeld(one.pid) })
  }

  @Test("a life that ended between stopping and moving leaves word, and its heir lets go")
  func adoptedBySignal() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    try stage.shield(game)
    #expect(poll(within: .seconds(30)) { Kernel.isStopped(process.pid) })
    try stage.nextLife()
    #expect(stage.enforcer.frozen().map(\.pid) == [process.pid])
    stage.shield([])
    #expect(poll(within: .seconds(30)) { !Kernel.isHeld(process.pid) })
  }

  // MARK: Without cgroups

  private func freezer(_ stage: Stage) -> Freezer {
    Freezer(
      loop: stage.loop, tree: nil, stateDirectory: stage.scratch.file("state"),
      fault: { code, message in Issue.record("\(code): \(message)") })
  }

  private func match(_ pid: Int32, _ path: String) throws -> MatchedProcess {
    MatchedProcess(
      identity: try #require(ProcessIdentity(pid: pid)), user: 0, name: "game",
      tokens: [try ApplicationToken(parsing: path)], hasTerminal: false, isStopped: false)
  }

  @Test("without cgroups the stop is the hold, is renewed when its owner ends it, and lifts")
  func signals() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    let freezer = freezer(stage)
    #expect(freezer.hold([try match(process.pid, game)]).count == 1)
    freezer.settleNow()
    #expect(poll(within: .seconds(30)) { Kernel.isStopped(process.pid) })
    process.send(SIGCONT)
    #expect(poll(within: .seconds(30)) { !Kernel.isStopped(process.pid) })
    freezer.reassert()
    #expect(poll(within: .seconds(30)) { Kernel.isStopped(process.pid) })
    _ = freezer.releaseAll()
    #expect(poll(within: .seconds(30)) { !Kernel.isStopped(process.pid) })
  }

  @Test("the journal of a life that was killed lets the next one thaw")
  func journal() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    let first = freezer(stage)
    _ = first.hold([try match(process.pid, game)])
    let second = freezer(stage)
    second.adopt()
    #expect(second.processes.map(\.pid) == [process.pid])
    #expect(second.processes.first?.token == nil)
    _ = second.releaseAll()
    #expect(poll(within: .seconds(30)) { !Kernel.isStopped(process.pid) })
    let third = freezer(stage)
    third.adopt()
    #expect(third.isEmpty)
  }

  @Test("a process that has another one's id is left alone")
  func reusedID() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    let freezer = freezer(stage)
    let other = MatchedProcess(
      identity: ProcessIdentity(pid: process.pid, startTime: 1), user: 0, name: "game",
      tokens: [try ApplicationToken(parsing: game)], hasTerminal: false, isStopped: false)
    #expect(freezer.hold([other]).isEmpty)
    #expect(!Kernel.isStopped(process.pid))
  }

  @Test("a group that a user opens by hand is closed again")
  func reopened() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    guard isRoot, let mount = Kernel.mount() else {
      return Skip.say("there is no cgroup version 2 that this user may change")
    }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    try stage.shield(game)
    #expect(try stage.turn(until: { Kernel.isCaged(process.pid) }))
    try "0".write(
      toFile: mount + Kernel.cgroup(process.pid) + "/cgroup.freeze", atomically: false,
      encoding: .utf8)
    #expect(poll(within: .seconds(30)) { !Kernel.isHeld(process.pid) })
    #expect(try stage.turn(until: { Kernel.isHeld(process.pid) }))
  }
}
