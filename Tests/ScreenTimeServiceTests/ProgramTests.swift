import Bus
import CivilTime
import Foundation
import Glibc
import ScreenTimeModel
import ScreenTimeProtocol
import TestSupport
import Testing

/// screentimed as a process, spoken to over its socket.
@Suite("The program screentimed")
struct ProgramTests {
  private let start = [
    "--enforce", "none", "--clock", "virtual", "--start", "2025-01-06T08:00", "--zone",
    "Europe/Berlin",
  ]

  private func run(_ scratch: Scratch, _ more: [String] = []) throws -> RunningProcess {
    let process = try scratch.start(
      try BuiltProgram.path("screentimed"), ["--state", scratch.file("state")] + start + more)
    try process.waitForLine(containing: "screentimed: ready at ")
    return process
  }

  private func connect(_ scratch: Scratch) throws -> TestClient {
    TestClient(
      try Bus.connect(
        to: scratch.file("state/run/screentimed.sock"), as: "test", version: "1",
        attributes: ["appGroup": "group.test"]))
  }

  /// A program that only waits.
  ///
  /// Its content is this test's alone: nobody else's copy is meant.
  private func napper(_ scratch: Scratch) throws -> String {
    let program = try scratch.copyProgram("/bin/sleep", as: "napper")
    let file = try FileHandle(forWritingTo: URL(filePath: program))
    try file.seekToEnd()
    try file.write(contentsOf: Data(scratch.path.utf8))
    try file.close()
    return program
  }

  @Test("stores, activities and an advance work over the socket as they do in process")
  func overTheSocket() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    _ = try run(scratch)
    let client = try connect(scratch)
    try client.shield("one", ["/bin/nothing-like-it"])
    try client.monitor("a", "09:00", "10:00")
    let zone = try Zone(identifier: "Europe/Berlin")
    let later = try zone.instant(parsing: "2025-01-06T09:30")
    let reading = try client.ask(ClockAdvance(to: later))
    #expect(reading == ClockReading(now: later, zone: "Europe/Berlin", isVirtual: true))
    #expect(try client.ask(StoreList()).stores == ["one"])
    #expect(try client.ask(ActivityList()).activities.keys.sorted() == ["a"])
    #expect(try client.status().shieldedApplications == [app("/bin/nothing-like-it")])
  }

  @Test(
    "one life of a virtual machine goes on from what it recorded; a reboot and a new one do not")
  func lives() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let zone = try Zone(identifier: "Europe/Berlin")
    let lives: [(arguments: [String], now: String, isSuspect: Bool)] = [
      (["2025-01-06T08:00", "--boot-id", "one"], "2025-01-06T08:00", false),
      // Killed, and started again in the same life, by a wall clock that somebody has set.
      (["2025-01-06T12:00", "--boot-id", "one"], "2025-01-06T09:00", true),
      (["2025-01-06T12:00", "--boot-id", "two"], "2025-01-06T12:00", false),
      (["2024-01-01T08:00"], "2024-01-01T08:00", false),
    ]
    for life in lives {
      let process = try scratch.start(
        try BuiltProgram.path("screentimed"),
        [
          "--state", scratch.file("state"), "--enforce", "none", "--clock", "virtual", "--zone",
          "Europe/Berlin", "--start",
        ] + life.arguments)
      try process.waitForLine(containing: "screentimed: ready at ")
      let client = try connect(scratch)
      let reading = try client.ask(ClockRead())
      #expect(reading.now == (try zone.instant(parsing: life.now)))
      #expect((reading.suspicion?.wall != nil) == life.isSuspect)
      if !life.isSuspect {
        _ = try client.ask(ClockAdvance(to: reading.now + .seconds(3600)))
      }
      process.send(SIGKILL)
      _ = try process.waitForExit(within: .seconds(30))
    }
  }

  @Test(
    "it ends within two seconds of SIGTERM, SIGINT or SIGHUP, with status 0",
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func ends(signal: Int32) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let process = try run(scratch)
    process.send(signal)
    #expect(try process.waitForExit(within: .seconds(30)) == 0)
  }

  @Test("what was shielded before SIGKILL is shielded after it")
  func killed() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let process = try run(scratch)
    try connect(scratch).shield("one", ["/bin/nothing-like-it"])
    process.kill()
    try process.waitForExit()
    _ = try run(scratch)
    #expect(
      try connect(scratch).status().shieldedApplications == [app("/bin/nothing-like-it")])
  }

  @Test("a second one on the same state is refused with a hint")
  func second() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let first = try run(scratch)
    let second = try runToEnd(
      try BuiltProgram.path("screentimed"), ["--state", scratch.file("state")] + start)
    #expect(second.status == 1)
    #expect(second.err.contains("process \(first.pid)"))
    #expect(second.err.contains("\nhint: "))
  }

  @Test("a state folder that others may enter is refused with what would be right")
  func openFolder() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    _ = unsafe chmod(try scratch.makeFolder("state"), 0o755)
    let result = try runToEnd(
      try BuiltProgram.path("screentimed"), ["--state", scratch.file("state")] + start)
    #expect(result.status == 1)
    #expect(result.err.contains("hint: chmod 700"))
  }

  @Test(
    "what can't be meant is one line and a hint, with status 64 or 1",
    arguments: [
      ([], 64, "--state"), (["--state", "relative"], 64, "absolute"),
      (["--state", "/tmp/x", "--clock", "virtual"], 64, "--start"),
      (["--state", "/tmp/x", "--start", "2025-01-06T08:00"], 64, "real clock"),
      (["--state", "/tmp/x", "--limits", "windows"], 64, "windows"),
      (["--state", "/tmp/x", "--supervise", "me"], 64, "1000,1001"),
      (["--state", "/tmp/x", "--zone", "No/Where"], 1, "No/Where"),
    ] as [([String], Int32, String)])
  func badArguments(arguments: [String], status: Int32, mentions: String) throws {
    let result = try runToEnd(try BuiltProgram.path("screentimed"), arguments)
    #expect(result.status == .exited(status))
    #expect(result.err.hasPrefix("screentimed: "))
    #expect(result.err.contains(mentions))
    #expect(result.out.isEmpty)
  }

  @Test("it ends with the process that started it")
  func parent() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    // The shell's number is its own; when it goes, the service has to.
    let program = try BuiltProgram.path("screentimed")
    let line =
      "\(program) --state \(scratch.file("state")) \(start.joined(separator: " "))"
      + " --with-parent $$ & wait"
    let shell = try scratch.start("/bin/sh", ["-c", line])
    try shell.waitForLine(containing: "ready at")
    let client = try connect(scratch)
    shell.kill()
    let gone = poll(within: .seconds(30)) { (try? client.status()) == nil }
    #expect(gone)
  }

  @Test(
    "a shielded program that runs is held, goes on when the shield lifts, and at the service's end")
  func holds() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let service = try scratch.start(
      try BuiltProgram.path("screentimed"), ["--state", scratch.file("state"), "--zone", "UTC"])
    try service.waitForLine(containing: "ready at")
    let program = try napper(scratch)
    let process = try scratch.start(program, ["600"])
    let client = try connect(scratch)
    func isHeld() throws -> Bool { try client.status().frozen.contains { $0.pid == process.pid } }

    try client.shield("one", [program])
    #expect(try poll(within: .seconds(30)) { try isHeld() })
    try client.shield("one", [])
    #expect(try !isHeld())
    try client.shield("one", [program])
    #expect(try poll(within: .seconds(30)) { try isHeld() })
    service.terminate()
    #expect(try service.waitForExit(within: .seconds(30)) == 0)
    // Held, it could not end.
    process.terminate()
    #expect(try process.waitForExit(within: .seconds(30)) == .signalled(SIGTERM))
  }

  @Test("pressing the neutral shield closes the app, although it is held")
  func closes() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let service = try scratch.start(
      try BuiltProgram.path("screentimed"), ["--state", scratch.file("state"), "--zone", "UTC"])
    try service.waitForLine(containing: "ready at")
    let program = try napper(scratch)
    let process = try scratch.start(program, ["600"])
    let client = try connect(scratch)
    try client.shield("one", [program])
    #expect(
      try poll(within: .seconds(30)) {
        try client.status().frozen.contains { $0.pid == process.pid }
      })
    let press = ShieldPress(
      subject: .application(try app(program)), action: .primaryButtonPressed)
    #expect(try client.ask(press).response == .close)
    #expect(try process.waitForExit(within: .seconds(30)) == .signalled(SIGTERM))
  }
}
