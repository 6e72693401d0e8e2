import Bus
import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeModel
import ScreenTimeProtocol

/// An instance of this run's own with one open-limit rule, whose shield is pressed again and again.
///
/// `screentimed`, `execguard`, the app and its extensions are the built programs; the clock is virtual,
/// so that a granted open ends when it is wanted.
final class PressStage {
  private let service: Child
  private let appProcess: Child
  private let watcher: Child
  private let platform: any BusConnection
  private let app: any BusConnection
  private let token: ApplicationToken

  /// What was seen of one press, in nanoseconds from when it was sent.
  struct Sample {
    /// When the frozen program moved.
    let thawed: UInt64
    /// When the app said that the press was granted.
    let answered: UInt64
  }

  /// Starts everything, with the program frozen under its shield.
  ///
  /// - Throws: `skipped` for what isn't built, `failed` for what doesn't work.
  init(_ run: Run) throws(BenchmarkError) {
    let state = try run.scratch.makeFolder("press")
    let victim = try run.scratch.copyProgram(try run.reference("ticker"), as: "pressed")
    let probe = try run.scratch.write(
      Array("no program\n".utf8), to: "pressed-probe", executable: true)
    service = try PressStage.startService(run, state: state)
    appProcess = try Child(
      try run.program("openapplock"),
      ["--state", state, "serve", "--with-parent", "\(ownProcess())"], ending: .terminate, in: run)
    _ = try appProcess.readLine(within: .seconds(10))
    // Before the rule: under it the program would not start any more.
    watcher = try Child(
      try run.reference("watcher"), [victim, run.scratch.file("pressed-shared"), probe],
      ending: .endOfInput, in: run)
    _ = try watcher.readLine(within: .seconds(5))
    do {
      token = try ApplicationToken(parsing: victim)
      platform = try Bus.connect(
        to: state + "/run/screentimed.sock", as: "benchmarks", version: "1",
        attributes: ["appGroup": OpenAppLockIdentity.appGroup])
      app = try Bus.connect(to: state + "/run/app.sock", as: "benchmarks", version: "1")
      try PressStage.addRule(for: [token, try ApplicationToken(parsing: probe)], app)
    } catch {
      throw .failed("could not set the rule up: \(error)")
    }
  }

  /// Waits until the program stands still, presses, and lets the granted open end.
  ///
  /// - Throws: `failed` when the program doesn't stop or doesn't move again.
  func measure() throws(BenchmarkError) -> Sample {
    try ask("shut", expecting: "armed")
    _ = try watcher.readLine(within: .seconds(5))
    try ask("thaw", expecting: "armed")
    let start = monotonicNanoseconds()
    do {
      _ = try app.request(
        AppPress(app: token, action: .secondaryButtonPressed), within: .seconds(5))
    } catch {
      throw .failed("the press was refused: \(error.message)")
    }
    let end = monotonicNanoseconds()
    let words = try watcher.readLine(within: .seconds(5)).split(separator: " ")
    guard words.count == 2, words[0] == "thawed", let moved = UInt64(words[1]), moved > start else {
      throw .failed("the watcher said \"\(words.joined(separator: " "))\"")
    }
    try letOpenEnd()
    return Sample(thawed: moved - start, answered: end - start)
  }

  /// Ends everything, the watched program first.
  func end() {
    watcher.end()
    app.close()
    platform.close()
    appProcess.end()
    service.end()
  }

  // MARK: Parts

  private func letOpenEnd() throws(BenchmarkError) {
    do {
      let now = try platform.request(ClockRead(), within: .seconds(5)).now
      _ = try platform.request(
        ClockAdvance(to: now + RuleActivities.openSessionLength), within: .seconds(20))
    } catch {
      throw .failed("the clock could not be moved: \(error.message)")
    }
  }

  private func ask(_ command: String, expecting answer: String) throws(BenchmarkError) {
    try watcher.write(command)
    let line = try watcher.readLine(within: .seconds(5))
    guard line == answer else { throw .failed("the watcher said \"\(line)\"") }
  }

  private static func startService(_ run: Run, state: String) throws(BenchmarkError) -> Child {
    let manifests = try run.scratch.makeFolder("press-manifests")
    for (program, identifier, point) in [
      ("OpenAppLockMonitor", OpenAppLockIdentity.monitor, ExtensionPoint.monitor),
      (
        "OpenAppLockShieldConfig", OpenAppLockIdentity.shieldConfiguration, .shieldConfiguration
      ),
      ("OpenAppLockShieldAction", OpenAppLockIdentity.shieldAction, .shieldAction),
    ] {
      let manifest = """
        {"identifier": "\(identifier)", "extensionPoint": "\(point.rawValue)",
         "appGroup": "\(OpenAppLockIdentity.appGroup)", "executable": "\(try run.program(program))"}
        """
      _ = try run.scratch.write(Array(manifest.utf8), to: "press-manifests/\(program).json")
    }
    let service = try Child(
      try run.program("screentimed"),
      [
        "--state", state, "--clock", "virtual", "--start", "2025-01-06T08:00", "--zone", "UTC",
        "--extensions", manifests, "--guard", try run.program("execguard"),
        "--with-parent", "\(ownProcess())",
      ], ending: .terminate, in: run)
    _ = try service.readLine(within: .seconds(10))
    return service
  }

  private static func addRule(
    for apps: Set<ApplicationToken>, _ app: any BusConnection
  ) throws(BusError) {
    let list = try app.request(
      ListAdd(
        input: ListInput(
          name: "Pressed", adding: FamilyActivitySelection(applicationTokens: apps))),
      within: .seconds(5))
    var input = RuleInput()
    input.name = "Benchmark"
    input.days = .everyday
    input.opens = 1000
    input.list = .list(list.value.id.rawValue)
    _ = try app.request(RuleAdd(kind: .openLimit, input: input), within: .seconds(10))
  }
}
