import Foundation
import Glibc
import OpenAppLockProtocol
import ScreenTimeModel
import TestSupport
import Testing

@Suite("A rule locks a real program")
struct LockingTests {
  @Test("as root: frozen where it stands, denied at its start, shielded, unblocked, freed")
  func asRoot() throws {
    guard isRoot else { return Skip.say("denying a start needs root") }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let puzzle = try scratch.victim("puzzle", from: "/usr/bin/sha256sum")
    let game = try scratch.start(puzzle, ["/dev/zero"]).view()
    let home = try #require(game.group)
    #expect(try game.comesToWork())

    try installation.lock(puzzle)
    #expect(game.comesToBeHeld())
    #expect(try game.standsStill())
    #expect(poll(within: soon) { reasonNotToStart(puzzle) == EPERM })
    let shield: ShieldReport = try installation.json("shield", "show", puzzle)
    #expect(shield.shielded)
    #expect(shield.content.title == "App Blocked")
    #expect(shield.content.subtitle == "This app is blocked by OpenAppLock.")
    #expect(installation.running(.shieldConfiguration) != nil)
    #expect(try installation.blocking() == ["Focus"])

    try installation.run("rule", "unblock", "Focus")
    #expect(game.comesToGoOn())
    #expect(try game.comesToWork())
    #expect(poll(within: soon) { game.group == home })
    #expect(reasonNotToStart(puzzle) == 0)
    #expect(try installation.blocking().isEmpty)

    try installation.run("rule", "rm", "Focus")
    #expect(try installation.shielded().isEmpty)
    #expect(game.isThere && !game.isHeld)
    #expect(reasonNotToStart(puzzle) == 0)
  }

  @Test("as a plain user: what runs is stopped, what starts is stopped, and it is said what isn't")
  func asPlainUser() throws {
    guard mayBecomePlain else {
      return Skip.say("becoming another account needs root and setpriv")
    }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, as: plainAccount, options: [])
    let puzzle = try scratch.victim("programs/puzzle", from: "/usr/bin/sha256sum")
    let game = try installation.launch("puzzle", ["/dev/zero"])
    let ours = try scratch.start(puzzle, ["/dev/zero"]).view()
    #expect(poll(within: soon) { ProcessView(game.pid)?.program == "puzzle" })

    try installation.lock(puzzle)
    let view = try game.view()
    #expect(view.comesToBeHeld())
    #expect(try view.standsStill())
    let late = try installation.launch("puzzle", ["/dev/zero"])
    #expect(poll(within: soon) { ProcessView(late.pid)?.program == "puzzle" })
    #expect(try late.view().comesToBeHeld())
    #expect(!ours.isHeld, "another account's program is never touched")
    let codes = try installation.status().faults.map(\.code)
    #expect(!codes.isEmpty, "status says what is not enforced")
    let doctor = try installation.run("doctor")
    #expect(doctor.contains("does not work"))

    try installation.run("rule", "rm", "Focus")
    #expect(view.comesToGoOn())
    #expect(try late.view().comesToGoOn())
    try installation.stop()
  }

  @Test("run by root for another account: that account's programs are locked, and nobody else's")
  func supervisedAccount() throws {
    guard mayBecomePlain else {
      return Skip.say("becoming another account needs root and setpriv")
    }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    #expect(unsafe chmod(scratch.path, 0o711) == 0)
    let installation = try Installation(in: scratch, options: [])
    try installation.run("settings", "set", "supervised-users", String(plainAccount))
    let puzzle = try scratch.victim("puzzle")
    let becoming = [
      "--reuid", String(plainAccount), "--regid", String(plainAccount), "--clear-groups", puzzle,
    ]
    let theirs = try scratch.start("/usr/bin/setpriv", becoming + ["300"])
    #expect(poll(within: soon) { ProcessView(theirs.pid)?.program == "puzzle" })
    let ours = try scratch.start(puzzle, ["300"]).view()

    try installation.lock(puzzle)
    #expect(try theirs.view().comesToBeHeld())
    #expect(
      try poll(within: soon) {
        try runToEnd("/usr/bin/setpriv", becoming + ["--version"]).err.contains("not permitted")
      })
    #expect(reasonNotToStart(puzzle) == 0)
    #expect(!ours.isHeld)

    try installation.run("settings", "set", "supervised-users", "default")
    #expect(try theirs.view().comesToGoOn())
    #expect(ours.comesToBeHeld())
  }

  @Test("a program that is copied, linked or started anew is still the same program")
  func others() throws {
    guard isRoot else { return Skip.say("denying a start needs root") }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let puzzle = try scratch.victim("puzzle")
    try installation.lock(puzzle)
    #expect(poll(within: soon) { reasonNotToStart(puzzle) == EPERM })
    let link = scratch.file("other-name")
    #expect(unsafe Glibc.link(puzzle, link) == 0)
    #expect(reasonNotToStart(link) == EPERM)
    let copy = try scratch.copyProgram(puzzle, as: "copy")
    #expect(try scratch.start(copy, ["300"]).view().comesToBeHeld())
  }

  @Test("--when-blocked close ends the program, and nothing else of that name")
  func close() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--when-blocked", "close"])
    let puzzle = try scratch.victim("puzzle")
    try scratch.makeFolder("other")
    let stranger = try scratch.start(scratch.victim("other/puzzle"), ["300"])
    let game = try scratch.start(puzzle, ["300"])
    try installation.lock(puzzle)
    #expect(try game.waitForExit(within: .seconds(30)) == .signalled(SIGTERM))
    #expect(stranger.isRunning)
  }

  @Test("a program in two rules is free when the last of them lets go")
  func union() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let puzzle = try scratch.victim("puzzle")
    let game = try scratch.start(puzzle, ["300"]).view()
    try installation.lock(puzzle, as: "One")
    try installation.lock(puzzle, as: "Two")
    #expect(game.comesToBeHeld())
    try installation.run("rule", "rm", "One")
    #expect(try installation.shielded() == [puzzle])
    #expect(game.isHeld)
    try installation.run("rule", "disable", "Two")
    #expect(game.comesToGoOn())
    try installation.run("rule", "enable", "Two")
    #expect(game.comesToBeHeld())
  }
}
