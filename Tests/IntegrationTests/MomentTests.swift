import Glibc
import OpenAppLockProtocol
import ScreenTimeTesting
import TestSupport
import Testing

/// A process is killed in the middle of a change; afterwards the change is there whole or not at
/// all, and what the kernel does is what the rules say.
@Suite("Killed at any moment of a change")
struct MomentTests {
  @Test("whoever of them is killed while a rule is switched, kernel and rules agree afterwards")
  func switching() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let puzzle = try scratch.victim("puzzle")
    let game = try scratch.start(puzzle, ["300"]).view()
    try installation.lock(puzzle)
    let parts: [Installation.Part] = [.screentimed, .app, .monitor, .guardProcess]
    for round in 0..<16 {
      let enables = round % 2 == 1
      let request = try installation.launch(
        "openapplock",
        ["--state", installation.state, "rule", enables ? "enable" : "disable", "Focus"])
      // Another moment each time: while it starts, asks, is stored, is enforced, is answered.
      usleep(UInt32(round) * 3500)
      installation.running(parts[round % parts.count])?.send(SIGKILL)
      let status = try request.waitForExit(within: .seconds(40))
      #expect(poll(within: soon) { (try? installation.status()) != nil })
      let rules = try installation.rules()
      #expect(rules.map(\.name) == ["Focus"])
      let isEnabled = rules.allSatisfy(\.isEnabled)
      if status == 0 { #expect(isEnabled == enables, "round \(round): what was answered holds") }
      #expect(poll(within: soon) { game.isHeld == isEnabled }, "round \(round)")
      #expect(try installation.shielded() == (isEnabled ? [puzzle] : []))
      if isRoot {
        let expected = isEnabled ? EPERM : 0
        #expect(poll(within: soon) { reasonNotToStart(puzzle) == expected }, "round \(round)")
      }
    }
  }

  @Test(
    "the app, at any system call that writes: what is stored is the old or the new, and the shield is its",
    arguments: [
      "pwrite64", "write", "fdatasync", "fsync", "rename,renameat,renameat2", "link,linkat",
    ])
  func systemCalls(calls: String) throws {
    guard isRoot, unsafe access("/usr/bin/strace", X_OK) == 0 else {
      return Skip.say("killing at a system call needs root and strace")
    }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch)
    var services = Services(installation)
    try services.start()
    let program = "/usr/bin/sha256sum"
    try installation.lock(program)
    for count in 1...3 {
      let before = try installation.rules().allSatisfy(\.isEnabled)
      let process = services.process(.app)
      let tracer = try scratch.start(
        "/usr/bin/strace",
        [
          "-f", "-p", String(process.pid), "-o", "/dev/null", "-e", "trace=" + calls, "-e",
          "inject=\(calls):signal=SIGKILL:when=\(count)",
        ])
      try tracer.waitForLine(containing: "attached")
      let answer = try installation.cli(["rule", before ? "disable" : "enable", "Focus"])
      tracer.terminate()
      try tracer.waitForExit()
      try services.start()

      let rules = try installation.rules()
      #expect(rules.map(\.name) == ["Focus"])
      let after = rules.allSatisfy(\.isEnabled)
      if answer.status == 0 {
        #expect(after != before, "\(calls) \(count): what was answered holds")
      }
      let shielded = after ? [program] : []
      #expect(
        poll(within: soon) { (try? installation.shielded()) == shielded }, "\(calls) \(count)")
      let faults = try installation.status().faults.filter {
        $0.code.lowercased().contains("damage")
      }
      #expect(faults.isEmpty, "\(calls) \(count)")
    }
    services.stop()
  }

  @Test("the service, before any of its writes: the shield is the old or the new, and none is lost")
  func beforeWrites() throws {
    let rules = try RulePlatform(at: "2025-01-06T10:00")
    defer { rules.end() }
    try rules.add("Focus", "00:00", "00:00")
    for write in 1...12 {
      let before = try rules.rules().allSatisfy(\.isEnabled)
      var answer: TestSupport.ExitStatus?
      do {
        let wasKilled = try rules.platform.killService(beforeWrite: write) {
          answer = try rules.cli(["rule", before ? "disable" : "enable", "Focus"]).status
        }
        #expect(wasKilled || answer == 0, "write \(write)")
      } catch let error as TestPlatformError where error.code == "unsupported" {
        return Skip.say(error.message)
      }
      try rules.platform.eventually("the app finds the service") {
        (try? rules.status()) != nil
      }
      let after = try rules.rules().allSatisfy(\.isEnabled)
      if answer == 0 { #expect(after != before, "write \(write): what was answered holds") }
      try rules.platform.eventually("write \(write): the shield is that of the rule") {
        try rules.platform.shieldedApplications() == (after ? [RulePlatform.app] : [])
      }
      #expect(!(try rules.platform.faults().contains { $0.code == "damaged" }))
    }
  }

  /// The two services without `up`, which would wait longer before each new start.
  private struct Services {
    private let installation: Installation
    private var running: [Installation.Part: RunningProcess] = [:]

    init(_ installation: Installation) { self.installation = installation }

    func process(_ part: Installation.Part) -> RunningProcess {
      guard let process = running[part] else { preconditionFailure("it was started before") }
      return process
    }

    /// Starts what doesn't run.
    mutating func start() throws {
      let state = ["--state", installation.state]
      if running[.screentimed]?.isRunning != true {
        let process = try installation.launch("screentimed", state + ["--enforce", "none"])
        try process.waitForLine(containing: "ready at")
        running[.screentimed] = process
      }
      if running[.app]?.isRunning != true {
        let process = try installation.launch("openapplock", state + ["serve"])
        try process.waitForLine(containing: "serving")
        running[.app] = process
      }
      let installation = installation
      guard poll(within: soon, until: { (try? installation.status()) != nil }) else {
        throw ServicesDoNotAnswer()
      }
    }

    func stop() {
      for process in running.values { process.terminate() }
      let running = running
      _ = poll(within: .seconds(30)) { !running.values.contains(where: \.isRunning) }
    }
  }

  private struct ServicesDoNotAnswer: Error {}
}
