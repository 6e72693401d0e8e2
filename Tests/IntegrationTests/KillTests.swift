import Glibc
import OpenAppLockProtocol
import ScreenTimeProtocol
import TestSupport
import Testing

/// SIGKILL and SIGSTOP at many moments: no rule is lost and no shield is lifted.
@Suite("Whatever is killed, the shield holds")
struct KillTests {
  @Test(
    "each service and the guard, killed while it holds a program",
    arguments: [
      Installation.Part.screentimed, .app, .guardProcess,
    ])
  func service(part: Installation.Part) throws {
    guard isRoot || part != .guardProcess else { return Skip.say("a guard needs root") }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let puzzle = try scratch.victim("puzzle")
    let game = try scratch.start(puzzle, ["300"]).view()
    try installation.lock(puzzle)
    #expect(game.comesToBeHeld())

    let victim = try installation.process(part)
    victim.send(SIGKILL)
    var wasHeld = true
    let successor = poll(within: soon) {
      wasHeld = wasHeld && game.isHeld
      return installation.running(part).map { $0 != victim } ?? false
    }
    #expect(successor, "it is started again")
    #expect(wasHeld, "the program was held all the time")
    #expect(poll(within: soon) { (try? installation.blocking().count) == 1 })
    #expect(game.isHeld)
    if isRoot { #expect(poll(within: soon) { reasonNotToStart(puzzle) == EPERM }) }
    #expect(try installation.rules().map(\.name) == ["Focus"])
    try installation.run("rule", "unblock", "Focus")
    #expect(game.comesToGoOn())
  }

  @Test("a start is denied all the time while the service is killed and comes back")
  func noGap() throws {
    guard isRoot else { return Skip.say("denying a start needs root") }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let puzzle = try scratch.victim("puzzle")
    try installation.lock(puzzle)
    #expect(poll(within: soon) { reasonNotToStart(puzzle) == EPERM })
    let victim = try installation.process(.screentimed)
    victim.send(SIGKILL)
    var wasDenied = true
    let isBack = poll(within: soon) {
      wasDenied = wasDenied && reasonNotToStart(puzzle) == EPERM
      return (try? installation.shielded().isEmpty) == false
    }
    #expect(isBack)
    #expect(wasDenied)
    #expect(reasonNotToStart(puzzle) == EPERM)
  }

  @Test("everything, killed at once while rules are written, keeps each rule that was confirmed")
  func whileWriting() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--enforce", "none"])
    try installation.run("list", "add", "games", "--app", "/usr/bin/sha256sum")
    var confirmed: [String] = []
    for round in 1...6 {
      let adding = try (1...3).map { number in
        (
          "R\(round)-\(number)",
          try installation.launch(
            "openapplock",
            [
              "--state", installation.state, "rule", "add", "schedule", "R\(round)-\(number)",
              "--from", "00:00", "--to", "00:00", "--days", "everyday", "--list", "games",
            ])
        )
      }
      // A different moment each time: the first answers may or may not have come.
      usleep(UInt32(round) * 7000)
      let parts: [Installation.Part] = round % 2 == 0 ? [.app] : [.app, .screentimed]
      for part in parts { installation.running(part)?.send(SIGKILL) }
      for (name, process) in adding where try process.waitForExit(within: .seconds(40)) == 0 {
        confirmed.append(name)
      }
      #expect(poll(within: soon) { (try? installation.status()) != nil }, "round \(round)")
    }
    let names = Set(try installation.rules().map(\.name))
    #expect(names.isSuperset(of: confirmed))
    #expect(poll(within: soon) { (try? installation.blocking().count) == names.count })
    #expect(try installation.status().faults.filter { $0.code == "damaged" }.isEmpty)
  }

  @Test(
    "an extension that is killed is started again for the next callback",
    arguments: [
      Installation.Part.monitor, .shieldConfiguration,
    ])
  func extensions(part: Installation.Part) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--enforce", "none"])
    try installation.lock("/usr/bin/sha256sum")
    try installation.run("shield", "show", "/usr/bin/sha256sum")
    let victim = try installation.process(part)
    victim.send(SIGKILL)
    #expect(poll(within: soon) { !victim.isThere })
    #expect(try installation.shielded() == ["/usr/bin/sha256sum"])
    if part == .monitor {
      try installation.run("rule", "disable", "Focus")
      try installation.run("rule", "enable", "Focus")
    } else {
      #expect(
        try installation.run("shield", "show", "/usr/bin/sha256sum").contains("App Blocked"))
    }
    #expect(try installation.process(part) != victim)
    #expect(try installation.shielded() == ["/usr/bin/sha256sum"])
  }

  @Test("a monitor that hangs doesn't keep a shield from being set")
  func hangingMonitor() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(
      in: scratch,
      options: [
        "--clock", "virtual", "--start", "2025-01-06T08:00", "--zone", "Europe/Berlin",
        "--enforce", "none",
      ])
    try installation.run("list", "add", "games", "--app", "/usr/bin/sha256sum")
    try installation.run(
      "rule", "add", "schedule", "Early", "--from", "08:00", "--to", "08:30", "--list", "games",
      "--days", "everyday")
    try installation.run(
      "rule", "add", "schedule", "Late", "--from", "09:00", "--to", "17:00", "--list", "games",
      "--days", "everyday")
    let monitor = try installation.process(.monitor)
    monitor.send(SIGSTOP)
    // The advance waits for every answer, so it is asked without waiting for it.
    let advance = try installation.launch(
      "openapplock",
      ["--state", installation.state, "clock", "advance", "--to", "2025-01-06T09:00"])
    #expect(
      poll(within: .seconds(30)) {
        (try? installation.blocking()) == ["Late"]
          && (try? installation.shielded().isEmpty) == false
      })
    #expect(try advance.waitForExit(within: .seconds(40)) == 0)
    #expect(try installation.shielded() == ["/usr/bin/sha256sum"])
  }

  @Test("up, killed: its children leave, and what was held goes on; the next start holds it again")
  func up() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let puzzle = try scratch.victim("puzzle")
    let game = try scratch.start(puzzle, ["300"]).view()
    try installation.lock(puzzle)
    try installation.run("shield", "show", puzzle)
    #expect(game.comesToBeHeld())
    let below = installation.processes
    #expect(below.count >= 4)
    installation.up?.kill()
    #expect(poll(within: .seconds(30)) { !below.contains(where: \.isThere) })
    #expect(game.comesToGoOn())
    #expect(try installation.cages() == [])

    try installation.start()
    #expect(game.comesToBeHeld())
    #expect(try installation.rules().map(\.name) == ["Focus"])
    try installation.stop()
    #expect(game.comesToGoOn())
  }

  @Test(
    "up and the service, killed together: the hold outlives them and the next start knows it",
    arguments: [nil, plainAccount])
  func upAndService(account: UInt32?) throws {
    guard account == nil || mayBecomePlain else {
      return Skip.say("becoming another account needs root and setpriv")
    }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, as: account, options: [])
    let puzzle = try scratch.victim(account == nil ? "puzzle" : "programs/puzzle")
    let game = try start(puzzle, of: installation)
    try installation.lock(puzzle)
    #expect(game.comesToBeHeld())
    let below = installation.processes
    // It would start another service in between, which would let go when it is told to end.
    let supervisor = try #require(installation.up.flatMap { ProcessView($0.pid) })
    supervisor.send(SIGSTOP)
    #expect(poll(within: .seconds(30)) { supervisor.isHeld })
    installation.running(.screentimed)?.send(SIGKILL)
    installation.up?.kill()
    #expect(poll(within: .seconds(30)) { !below.contains(where: \.isThere) })
    #expect(game.isHeld)
    try installation.start()
    #expect(game.isHeld)
    #expect(try installation.blocking() == ["Focus"])
    try installation.run("rule", "rm", "Focus")
    #expect(game.comesToGoOn())
    try installation.stop()
    #expect(try installation.cages() == [])
  }

  @Test("a held program that is killed is gone, and nothing is left of its hold")
  func heldProgram() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let puzzle = try scratch.victim("puzzle")
    let game = try start(puzzle, of: installation)
    try installation.lock(puzzle)
    #expect(game.comesToBeHeld())
    game.send(SIGKILL)
    #expect(poll(within: soon) { !game.isThere })
    #expect(poll(within: soon) { (try? installation.cages()) == [] })
    #expect(try installation.platform().frozen.isEmpty)
  }

  /// Starts a program that only waits, as the installation's account, and waits until it is itself.
  private func start(_ puzzle: String, of installation: Installation) throws -> ProcessView {
    let name = String(try #require(puzzle.split(separator: "/").last))
    let process =
      installation.account == nil
      ? try installation.scratch.start(puzzle, ["300"])
      : try installation.launch(name, ["300"])
    #expect(poll(within: soon) { ProcessView(process.pid)?.program == name })
    return try process.view()
  }
}
