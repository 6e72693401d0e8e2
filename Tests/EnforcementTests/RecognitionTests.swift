import Enforcement
import Foundation
import Glibc
import ScreenTimeModel
import TestSupport
import Testing

/// With real processes, all of them copies that the test started.
@Suite("Processes that are recognised", .serialized)
struct RecognitionTests {
  private func isHeldSoon(_ stage: Stage, _ pid: Int32) throws -> Bool {
    try stage.turn(until: { Kernel.isHeld(pid) })
  }

  @Test("a copy of a shielded program runs but is held")
  func copy() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    try stage.shield(game)
    let copy = try stage.program("innocent")
    let process = try stage.scratch.start(copy, ["600"])
    #expect(try isHeldSoon(stage, process.pid))
  }

  @Test("a program of the same size with other content is left alone")
  func sameSize() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let other = try stage.copy(
      "/bin/sleep", as: "other", ending: String(stage.instance.reversed()))
    let process = try stage.scratch.start(other, ["600"])
    let held = try stage.scratch.start(game, ["600"])
    try stage.shield(game)
    #expect(try isHeldSoon(stage, held.pid))
    _ = try stage.turn(until: { false }, within: .milliseconds(100))
    #expect(!Kernel.isHeld(process.pid))
  }

  @Test("a shielded copy of a system program doesn't take the system's own with it")
  func systemProgram() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    guard isRoot, Files.isProgram("/usr/bin/setpriv") else {
      return Skip.say("only root becomes another user")
    }
    Files.open(stage.scratch.path)
    let game = try stage.copy("/bin/sleep", as: "game")
    // As a user that nobody is: every other copy of this program on the machine is left alone.
    let system = try stage.scratch.start("/usr/bin/setpriv", asOther("/bin/sleep"))
    let own = try stage.scratch.start("/usr/bin/setpriv", asOther(game))
    let started = { (pid: Int32, name: String) in Kernel.text("/proc/\(pid)/comm") == name + "\n" }
    #expect(poll(within: .seconds(30)) { started(system.pid, "sleep") && started(own.pid, "game") })
    stage.shield([try stage.target(game)], users: [54_321])
    #expect(Kernel.comesToRest(own.pid))
    _ = try stage.turn(until: { false }, within: .milliseconds(100))
    #expect(!Kernel.isHeld(system.pid))
  }

  private func asOther(_ program: String) -> [String] {
    ["--reuid", "54321", "--clear-groups", program, "600"]
  }

  @Test("a process of the version before an update is held too")
  func olderVersion() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    let update = try stage.program("game.new", of: "/bin/true")
    try Files.move(update, to: game)
    try stage.shield(game)
    #expect(Kernel.comesToRest(process.pid))
  }

  @Test("a script is held when its interpreter runs it, and not when it is only looked at")
  func script() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let script = try stage.scratch.write("#!/bin/sh\n\(stage.idleScript())\n", to: "game.sh")
    Files.open(script)
    let before = try stage.scratch.start("/bin/sh", [script])
    let reader = try stage.scratch.start("/usr/bin/tail", ["-f", script])
    stage.shield([try stage.target(script: script)])
    #expect(try isHeldSoon(stage, before.pid))
    let after = try stage.scratch.start("/bin/sh", ["-e", script])
    #expect(try isHeldSoon(stage, after.pid))
    #expect(!Kernel.isHeld(reader.pid))
    if Kernel.mayDeny { #expect(try stage.isDenied(script)) }
  }

  @Test("a script that is named by a relative path is found by the folder it was started in")
  func relative() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let script = try stage.scratch.write(stage.idleScript(), to: "game.sh")
    let process = try stage.scratch.start(
      "/bin/sh", ["-c", "cd \(stage.scratch.path) && exec /bin/sh game.sh"])
    stage.shield([try stage.target(script: script)])
    #expect(try isHeldSoon(stage, process.pid))
  }

  @Test("a program that the dynamic loader is told to run is held")
  func loader() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let loader = "/lib64/ld-linux-x86-64.so.2"
    guard Files.isProgram(loader) else { return Skip.say("there is no \(loader)") }
    let game = try stage.program()
    try stage.shield(game)
    let process = try stage.scratch.start(loader, [game, "600"])
    #expect(try isHeldSoon(stage, process.pid))
  }

  @Test("a web app is held, its browser's other processes are not")
  func webApp() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let browser = try stage.program("browser", of: "/bin/dash")
    let app = try stage.scratch.start(browser, ["-c", try stage.idleScript(), "x", "--app-id=abc"])
    let other = try stage.scratch.start(
      browser, ["-c", try stage.idleScript(), "x", "--app-id=abcd"])
    stage.shield([
      AppTarget(
        token: try ApplicationToken(parsing: "web.app"), name: "Web",
        argumentPatterns: [ArgumentPattern(executable: browser, arguments: ["--app-id=abc"])])
    ])
    #expect(try isHeldSoon(stage, app.pid))
    #expect(!Kernel.isHeld(other.pid))
    let new = try stage.scratch.start(browser, ["-c", "exit 0"])
    #expect(try new.waitForExit() == 0)
  }

  @Test("an AppImage's program is held, what it starts is not")
  func appImage() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let image = try stage.program("Game.AppImage")
    try stage.scratch.makeFolder("mount")
    let inside = try stage.program("mount/game", of: "/bin/dash")
    let environment = ["APPIMAGE": image, "APPDIR": stage.scratch.file("mount")]
    let process = try stage.scratch.start(
      inside, ["-c", try stage.idleScript()], environment: environment)
    let child = try stage.scratch.start("/bin/sleep", ["600"], environment: environment)
    try stage.shield(image)
    #expect(try isHeldSoon(stage, process.pid))
    #expect(!Kernel.isHeld(child.pid))
  }

  @Test("a desktop's word about which process it started counts for that process alone")
  func launched() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let launcher = try stage.scratch.write("#!/bin/sh\n", to: "launcher")
    let game = try stage.program("real-game")
    let set = "export GIO_LAUNCHED_DESKTOP_FILE=/x/applications/org.x.Game.desktop"
    let process = try stage.scratch.start(
      "/bin/sh", ["-c", "\(set) GIO_LAUNCHED_DESKTOP_FILE_PID=$$; exec \(game) 600"])
    let child = try stage.scratch.start(
      "/bin/sh", ["-c", "\(set) GIO_LAUNCHED_DESKTOP_FILE_PID=1; exec \(game) 600"])
    stage.shield([
      AppTarget(
        token: try ApplicationToken(parsing: "org.x.Game"), name: "Game", scripts: [launcher])
    ])
    #expect(try isHeldSoon(stage, process.pid))
    #expect(!Kernel.isHeld(child.pid))
  }

  @Test("another user's process is left alone")
  func otherUser() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    guard isRoot, Files.isProgram("/usr/bin/setpriv") else {
      return Skip.say("only root becomes another user")
    }
    Files.open(stage.scratch.path)
    let game = try stage.program()
    let other = try stage.scratch.start(
      "/usr/bin/setpriv", asOther(game))
    let own = try stage.scratch.start(game, ["600"])
    #expect(poll(within: .seconds(30)) { Kernel.text("/proc/\(other.pid)/comm") == "game\n" })
    try stage.shield(game)
    #expect(Kernel.comesToRest(own.pid))
    _ = try stage.turn(until: { false }, within: .milliseconds(100))
    #expect(!Kernel.isHeld(other.pid))
    stage.shield([try stage.target(game)], users: [54_321])
    #expect(Kernel.comesToRest(other.pid))
    #expect(poll(within: .seconds(30)) { !Kernel.isHeld(own.pid) })
  }

  @Test("running apps are counted, held ones and other users' are not")
  func running() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program("game")
    let other = try stage.copy(
      "/bin/sleep", as: "other", ending: stage.instance + String(stage.instance.reversed()))
    _ = try stage.scratch.start(game, ["600"])
    _ = try stage.scratch.start(game, ["600"])
    _ = try stage.scratch.start(other, ["600"])
    let targets = [try stage.target(game), try stage.target(other)]
    let count = {
      Dictionary(
        uniqueKeysWithValues: stage.enforcer.runningApps(among: targets, of: .uids([geteuid()])).map
        {
          ($0.key.rawValue, $0.value)
        })
    }
    #expect(count() == [game: 2, other: 1])
    #expect(stage.enforcer.runningApps(among: targets, of: .uids([54_321])).isEmpty)
    try stage.shield(game)
    #expect(count() == [other: 1])
  }
}
