import CivilTime
import Glibc
import OpenAppLockProtocol
import ScreenTimeModel
import ScreenTimeProtocol
import TestSupport
import Testing

/// The real services on the real clock, while somebody else sets the wall clock (decisions C1–C3).
///
/// It is noon and something; the hours below are those of the machine's place.
@Suite("A wall clock that somebody sets")
struct ClockTests {
  private static let hour = 3600
  private static let day = 24 * hour
  private static let app = "/usr/bin/sha256sum"

  /// A machine with a list of one app and a rule that blocks it, or that would later in the day.
  private func machine(
    _ window: (from: String, to: String)? = nil, _ more: [String] = [], _ test: String = #function
  ) throws -> ClockMachine {
    let machine = try ClockMachine(test)
    try machine.installation.run("list", "add", "games", "--app", Self.app)
    if let window { try add("focus", window.from, window.to, more, to: machine) }
    return machine
  }

  private func add(
    _ rule: String, _ from: String, _ to: String, _ more: [String] = [], to machine: ClockMachine
  ) throws {
    let arguments = [
      "rule", "add", "schedule", rule, "--from", from, "--to", to, "--days", "everyday", "--list",
      "games",
    ]
    let result = try machine.installation.cli(arguments + more)
    guard result.status == 0 else { throw Refused(result) }
  }

  @Test(
    "set past the end or before the start of a window it lets nothing go, and says that it is suspect"
  )
  func aroundWindow() throws {
    guard try ClockMachine.isPossible() else { return }
    let machine = try machine(("11:00", "14:00"))
    defer { machine.cleanUp() }
    #expect(try machine.comesToBlock(["focus"], shielding: [Self.app]))
    for seconds in [3 * Self.hour, -3 * Self.hour, Self.day, -Self.day] {
      try machine.setWall(seconds)
      #expect(try machine.becomesSuspect(true), "\(seconds) s")
      #expect(try machine.comesToBlock(["focus"], shielding: [Self.app]), "\(seconds) s")
      #expect(try abs(machine.lead()) < 60, "\(seconds) s: time itself goes on")
      let text = try machine.installation.run("status")
      #expect(text.contains("The wall clock is not trusted now."))
    }
    try machine.setWall(0)
    #expect(try machine.becomesSuspect(false))
    #expect(try machine.comesToBlock(["focus"], shielding: [Self.app]))
  }

  @Test(
    "nobody has to ask: a program that is held stays so, and one is held where the clock says so")
  func unasked() throws {
    guard try ClockMachine.isPossible() else { return }
    let machine = try ClockMachine(enforcing: true)
    defer { machine.cleanUp() }
    let puzzle = try machine.scratch.victim("puzzle")
    let game = try machine.scratch.start(puzzle, ["300"]).view()
    try machine.installation.run("list", "add", "games", "--app", puzzle)
    try add("later", "15:00", "17:00", to: machine)
    #expect(try machine.installation.shielded().isEmpty)
    try machine.setWall(3 * Self.hour)
    #expect(game.comesToBeHeld(within: .seconds(60)))
    try machine.setWall(0)
    #expect(game.comesToGoOn(within: .seconds(60)))
    try add("now", "11:00", "14:00", to: machine)
    #expect(game.comesToBeHeld())
    try machine.setWall(3 * Self.hour)
    #expect(try machine.becomesSuspect(true))
    #expect(game.isHeld)
  }

  @Test("set by less than five minutes it is no matter, and ten such steps are one large one")
  func smallSteps() throws {
    guard try ClockMachine.isPossible() else { return }
    let machine = try machine()
    defer { machine.cleanUp() }
    for (seconds, isSuspect) in [(240, false), (-240, false), (480, true), (720, true)] {
      try machine.setWall(seconds)
      #expect(try machine.becomesSuspect(isSuspect), "\(seconds) s")
      #expect(try abs(machine.lead()) < 60, "\(seconds) s")
    }
  }

  @Test("a hard rule isn't let go by it: every way out is refused as before")
  func hardMode() throws {
    guard try ClockMachine.isPossible() else { return }
    let machine = try machine(("11:00", "14:00"), ["--hard"])
    defer { machine.cleanUp() }
    #expect(try machine.comesToBlock(["focus"], shielding: [Self.app]))
    try machine.setWall(3 * Self.hour)
    let installation = machine.installation
    for words in [
      ["rule", "unblock", "focus"], ["rule", "rm", "focus"], ["list", "rm", "games"],
    ] {
      let result = try installation.cli(["--json"] + words)
      #expect(result.status == 1)
      #expect(result.out.contains("hardMode"), "\(words)")
    }
    #expect(try machine.comesToBlock(["focus"], shielding: [Self.app]))
  }

  @Test("set to tomorrow it brings no new budget and no new opens before root accepts it")
  func tomorrow() throws {
    guard try ClockMachine.isPossible() else { return }
    let machine = try machine()
    defer { machine.cleanUp() }
    let installation = machine.installation
    machine.stop(.screentimed)
    try machine.remember(use: Self.app, from: "10:00", to: "10:45")
    try machine.start()
    try installation.run(
      "rule", "add", "time-limit", "budget", "--minutes", "45", "--days", "everyday", "--list",
      "games")
    try installation.run("list", "add", "others", "--app", "/usr/bin/md5sum")
    try installation.run(
      "rule", "add", "open-limit", "twice", "--opens", "2", "--days", "everyday", "--list",
      "others")
    try installation.run("shield", "press", "/usr/bin/md5sum")
    #expect(try machine.comesToBlock(["budget"], shielding: [Self.app]))
    for seconds in [Self.day, -Self.day, 0] {
      try machine.setWall(seconds)
      #expect(try machine.becomesSuspect(seconds != 0))
      let status = try installation.status()
      #expect(status.blocking.map(\.label) == ["Time Limit · 45m of 45m used today"])
      #expect(
        status.usage.map(\.label) == ["Open Limit · 1 of 2 opens today"], "and its session lives")
      #expect(status.shielded.map(\.rawValue) == [Self.app])
    }
    guard isRoot else { return Skip.say("accepting the time needs root") }
    try machine.setWall(Self.day)
    #expect(try machine.becomesSuspect(true))
    try installation.run("clock", "accept")
    #expect(try machine.becomesSuspect(false))
    #expect(poll(within: soon) { (try? installation.blocking()) == [] })
    let labels = try installation.status().usage.map(\.label)
    #expect(
      labels == ["Time Limit · 0m of 45m used today", "Open Limit · 0 of 2 opens today"])
  }

  @Test("whoever administers the machine accepts its time, and that is the time from then on")
  func accepted() throws {
    guard try ClockMachine.isPossible() else { return }
    guard isRoot else { return Skip.say("accepting the time needs root") }
    let machine = try machine(("11:00", "14:00"))
    defer { machine.cleanUp() }
    try machine.setWall(3 * Self.hour)
    #expect(try machine.becomesSuspect(true))
    try machine.installation.run("clock", "accept")
    #expect(try machine.becomesSuspect(false))
    #expect(try machine.comesToBlock([], shielding: []))
    #expect(try abs(machine.lead() - 3 * Int64(Self.hour)) < 60)
    machine.stop(.screentimed, by: SIGKILL)
    try machine.start()
    #expect(try machine.becomesSuspect(false))
    try machine.setWall(0)
    #expect(try machine.becomesSuspect(true), "the right time is the wrong one now")
  }

  @Test(
    "a time server is believed, forwards and backwards, also where it comes a moment after the step"
  )
  func synchronised() throws {
    guard try ClockMachine.isPossible() else { return }
    let machine = try machine(("11:00", "14:00"))
    defer { machine.cleanUp() }
    #expect(try machine.comesToBlock(["focus"], shielding: [Self.app]))
    // A step takes the kernel's word away, which a time server gives back.
    for seconds in [3 * Self.hour, 0] {
      try machine.setWall(seconds)
      #expect(try machine.becomesSuspect(true))
      #expect(try machine.comesToBlock(["focus"], shielding: [Self.app]), "either says so")
      try machine.setWall(seconds, isSynchronised: true)
      #expect(try machine.becomesSuspect(false))
      #expect(try abs(machine.lead() - Int64(seconds)) < 60)
      #expect(
        try machine.comesToBlock(
          seconds == 0 ? ["focus"] : [], shielding: seconds == 0 ? [Self.app] : []))
    }
  }

  @Test(
    "set while the service is away, it is found out at its start: its time has gone on meanwhile (C2)",
    arguments: [SIGTERM, SIGKILL], [10_800, -10_800])
  func restart(signal: Int32, seconds: Int) throws {
    guard try ClockMachine.isPossible() else { return }
    let machine = try machine(("11:00", "14:00"))
    defer { machine.cleanUp() }
    #expect(try machine.comesToBlock(["focus"], shielding: [Self.app]))
    machine.stop(.screentimed, by: signal)
    machine.stop(.app, by: signal)
    try machine.setWall(seconds)
    try machine.start()
    #expect(try machine.becomesSuspect(true))
    #expect(try abs(machine.lead()) < 60)
    #expect(try machine.comesToBlock(["focus"], shielding: [Self.app]))
  }

  @Test("across a reboot the hardware's clock is believed where it is later than the last record")
  func rebootForward() throws {
    guard try ClockMachine.isPossible() else { return }
    let machine = try machine(("11:00", "14:00"))
    defer { machine.cleanUp() }
    #expect(try machine.comesToBlock(["focus"], shielding: [Self.app]))
    machine.stop(.screentimed)
    try machine.forgetThisBoot()
    try machine.setWall(3 * Self.hour)
    try machine.start()
    #expect(try abs(machine.lead() - 3 * Int64(Self.hour)) < 60)
    #expect(try !machine.time().isVirtual && machine.time().suspicion?.wall == nil)
    #expect(try machine.comesToBlock([], shielding: []))
  }

  @Test("across a reboot a clock that was set back takes no time back: it is suspect")
  func rebootBackward() throws {
    guard try ClockMachine.isPossible() else { return }
    let machine = try machine(("11:00", "14:00"))
    defer { machine.cleanUp() }
    #expect(try machine.comesToBlock(["focus"], shielding: [Self.app]))
    let before = try machine.time().now
    machine.stop(.screentimed)
    try machine.forgetThisBoot()
    try machine.setWall(-3 * Self.hour)
    try machine.start()
    #expect(try machine.becomesSuspect(true))
    #expect(try machine.time().now >= before)
    #expect(try abs(machine.lead()) < 60)
    #expect(try machine.comesToBlock(["focus"], shielding: [Self.app]))
  }
}
