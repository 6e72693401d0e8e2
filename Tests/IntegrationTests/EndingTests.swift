import CivilTime
import Foundation
import Glibc
import OpenAppLockProtocol
import TestSupport
import Testing

@Suite("Everything ends when it is told to, and leaves nothing")
struct EndingTests {
  /// Every program gives itself two seconds; how long a busy machine lets it wait is not ours to say.
  private static let limit = Duration.seconds(30)

  @Test(
    "each process by itself, and it is there again a moment later",
    arguments: [
      Installation.Part.screentimed, .app,
    ])
  func service(part: Installation.Part) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let puzzle = try scratch.victim("puzzle")
    let game = try scratch.start(puzzle, ["300"]).view()
    try installation.lock(puzzle)
    try installation.run("shield", "show", puzzle)
    #expect(game.comesToBeHeld())
    let process = try installation.process(part)
    process.send(SIGTERM)
    #expect(poll(within: Self.limit) { !process.isThere })
    #expect(poll(within: soon) { (try? installation.blocking().count) == 1 })
    #expect(game.comesToBeHeld())
  }

  @Test(
    "each extension by itself",
    arguments: [
      Installation.Part.monitor, .shieldConfiguration, .shieldAction,
    ])
  func extensions(part: Installation.Part) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--enforce", "none"])
    try installation.lock("/usr/bin/sha256sum")
    try installation.run("shield", "show", "/usr/bin/sha256sum")
    try installation.run("shield", "press", "/usr/bin/sha256sum", "--primary")
    let process = try installation.process(part)
    process.send(SIGTERM)
    #expect(poll(within: Self.limit) { !process.isThere })
  }

  @Test(
    "up with all that is below it, also while it holds a program and an extension hangs",
    arguments: [SIGTERM, SIGINT, SIGHUP], [false, true])
  func up(signal: Int32, hangs: Bool) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let puzzle = try scratch.victim("puzzle")
    let game = try scratch.start(puzzle, ["300"]).view()
    let group = game.group
    try installation.lock(puzzle)
    try installation.run("shield", "show", puzzle)
    #expect(game.comesToBeHeld())
    if hangs { try installation.process(.monitor).send(SIGSTOP) }
    let below = installation.processes
    installation.up?.send(signal)
    #expect(try installation.up?.waitForExit(within: Self.limit) == 0)
    #expect(poll(within: .seconds(30)) { !below.contains(where: \.isThere) })
    #expect(game.isThere && !game.isHeld)
    #expect(game.group == group)
    #expect(try installation.cages() == [])
    let left = try FileManager.default.contentsOfDirectory(atPath: installation.state + "/run")
    #expect(left == [])
  }

  @Test("the guard by itself; another one denies in its place")
  func guardProcess() throws {
    guard isRoot else { return Skip.say("denying a start needs root") }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let puzzle = try scratch.victim("puzzle")
    try installation.lock(puzzle)
    let process = try installation.process(.guardProcess)
    process.send(SIGTERM)
    #expect(poll(within: Self.limit) { !process.isThere })
    #expect(
      poll(within: soon) { installation.running(.guardProcess).map { $0 != process } ?? false })
    #expect(poll(within: soon) { reasonNotToStart(puzzle) == EPERM })
  }

  @Test(
    "up while somebody has stopped a service: what was held is let go all the same",
    arguments: [Installation.Part.screentimed, .app])
  func stopped(part: Installation.Part) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let puzzle = try scratch.victim("puzzle")
    let game = try scratch.start(puzzle, ["300"]).view()
    try installation.lock(puzzle)
    #expect(game.comesToBeHeld())
    let below = installation.processes
    try installation.process(part).send(SIGSTOP)
    #expect(try installation.stop(within: Self.limit) == 0)
    #expect(poll(within: .seconds(30)) { !below.contains(where: \.isThere) })
    #expect(game.isThere && !game.isHeld)
    #expect(try installation.cages() == [])
  }

  @Test("up while it is asked something all the time")
  func busy() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--enforce", "none"])
    try installation.lock("/usr/bin/sha256sum")
    let questions = try (1...8).map { _ in
      try installation.launch("openapplock", ["--state", installation.state, "status"])
    }
    #expect(try installation.stop(within: Self.limit) == 0)
    for question in questions { try question.waitForExit(within: .seconds(40)) }
  }

  @Test("up while an advance of the clock waits for a callback")
  func waiting() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(
      in: scratch,
      options: ["--clock", "virtual", "--start", "2025-01-06T08:00", "--enforce", "none"])
    try installation.lock("/usr/bin/sha256sum")
    try installation.process(.monitor).send(SIGSTOP)
    let advance = try installation.launch(
      "openapplock", ["--state", installation.state, "clock", "advance", "2d"])
    #expect(
      poll(within: soon) {
        (try? installation.status().clock.now.description)?.hasPrefix("2025-01-0") ?? false
      })
    #expect(try installation.stop(within: Self.limit) == 0)
    #expect(try advance.waitForExit(within: .seconds(30)) != 0)
  }
}
