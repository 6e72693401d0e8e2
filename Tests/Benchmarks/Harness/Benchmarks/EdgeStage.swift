import Bus
import CivilTime
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeClient
import ScreenTimeModel
import ScreenTimeProtocol

/// A platform of this run's own with one schedule rule, and somebody who watches what it does.
///
/// `screentimed`, `execguard` and the monitor extension are the built programs; the clock is virtual,
/// so that an edge comes when it is wanted. The harness stands where the app stands.
final class EdgeStage {
  /// When the rule's window starts and ends.
  private static let window = (from: 9, to: 17)

  private let service: Child
  private let watcher: Child
  private let session: ScreenTimeSession
  private let midnight: Instant
  private var day = 0

  /// What was seen of one edge, in nanoseconds from when the clock was told to move.
  struct Sample {
    /// When the first start was denied.
    let denied: UInt64
    /// When the running program stood still.
    let frozen: UInt64
    /// When the service said that all was done.
    let answered: UInt64

    /// When the shield held in both ways.
    var whole: UInt64 { max(denied, frozen) }
  }

  /// Starts everything and leaves it before the first window.
  ///
  /// - Throws: `skipped` for what isn't built, `failed` for what doesn't work.
  init(_ run: Run) throws(BenchmarkError) {
    let state = try run.scratch.makeFolder("edge")
    let victim = try run.scratch.copyProgram(try run.reference("ticker"), as: "victim")
    // Executable, and no program: a start that is let through fails at once and costs next to nothing.
    let probe = try run.scratch.write(Array("no program\n".utf8), to: "probe", executable: true)
    service = try EdgeStage.startService(run, state: state)
    let group = AppGroupIdentity(
      identifier: OpenAppLockIdentity.appGroup,
      directory: state + "/groups/" + OpenAppLockIdentity.appGroup)
    do {
      midnight = try Instant(parsing: "2025-01-06T00:00:00Z")
      session = try ScreenTimeSession.connect(
        socket: state + "/run/screentimed.sock", as: "benchmarks", version: "1", group: group,
        within: .seconds(5))
      try EdgeStage.arrange(try EdgeStage.rule(victim: victim, probe: probe), group, session)
    } catch {
      throw .failed("could not set the rule up: \(error)")
    }
    watcher = try Child(
      try run.reference("watcher"), [victim, run.scratch.file("shared"), probe],
      ending: .endOfInput, in: run)
    _ = try watcher.readLine(within: .seconds(5))
  }

  /// Lets one window start and measures, and then lets it end.
  ///
  /// On a busy machine the watched program may not have run at all from before the edge on; what it
  /// shows then is no answer, and the next window is taken instead.
  ///
  /// - Throws: `failed` when the shield doesn't take hold or doesn't lift.
  func measure() throws(BenchmarkError) -> Sample {
    for _ in 0..<10 {
      if let sample = try measureOnce() { return sample }
    }
    throw .failed("the machine is too busy: the watched program hardly ever runs")
  }

  private func measureOnce() throws(BenchmarkError) -> Sample? {
    try advance(toHour: EdgeStage.window.from, less: .minutes(1))
    try ask("open", expecting: "open")
    try ask("shut", expecting: "armed")
    let start = monotonicNanoseconds()
    try advance(toHour: EdgeStage.window.from)
    let end = monotonicNanoseconds()
    let words = try watcher.readLine(within: .seconds(5)).split(separator: " ")
    guard words.count == 3, words[0] == "shut", let denied = UInt64(words[1]),
      let frozen = UInt64(words[2])
    else {
      throw .failed("the watcher said \"\(words.joined(separator: " "))\"")
    }
    try advance(toHour: EdgeStage.window.to)
    day += 1
    guard denied > start, frozen > start else { return nil }
    return Sample(denied: denied - start, frozen: frozen - start, answered: end - start)
  }

  /// Ends everything, the watched program first.
  func end() {
    watcher.end()
    session.close()
    service.end()
  }

  // MARK: Parts

  private func advance(toHour hour: Int, less: Duration = .zero) throws(BenchmarkError) {
    let time = midnight + .seconds((day * 24 + hour) * 3600) - less
    do {
      _ = try session.ask(ClockAdvance(to: time), within: .seconds(10))
    } catch {
      throw .failed("the clock could not be moved: \(error)")
    }
  }

  private func ask(_ command: String, expecting answer: String) throws(BenchmarkError) {
    try watcher.write(command)
    let line = try watcher.readLine(within: .seconds(5))
    guard line == answer else { throw .failed("the watcher said \"\(line)\"") }
  }

  private static func startService(_ run: Run, state: String) throws(BenchmarkError) -> Child {
    let manifests = try run.scratch.makeFolder("manifests")
    let monitor = try run.program("OpenAppLockMonitor")
    _ = try run.scratch.write(
      Array(manifest(of: monitor).utf8), to: "manifests/monitor.json")
    let service = try Child(
      try run.program("screentimed"),
      [
        "--state", state, "--clock", "virtual", "--start", "2025-01-06T00:00", "--zone", "UTC",
        "--extensions", manifests, "--guard", try run.program("execguard"),
        "--with-parent", "\(ownProcess())",
      ], ending: .terminate, in: run)
    _ = try service.readLine(within: .seconds(10))
    return service
  }

  private static func manifest(of program: String) -> String {
    """
    {"identifier": "\(OpenAppLockIdentity.monitor)", "extensionPoint": "device-activity-monitor",
     "appGroup": "\(OpenAppLockIdentity.appGroup)", "executable": "\(program)"}
    """
  }

  private static func rule(victim: String, probe: String) throws -> RuleSnapshot {
    RuleSnapshot(
      id: try RuleID(parsing: "6f1c0d9e-4a57-4c1e-9a55-2f3e8d7b1c20"), name: "Benchmark",
      days: .everyday,
      configuration: .schedule(
        ScheduleConfig(
          window: DailyWindow(
            from: try TimeOfDay(hour: window.from, minute: 0),
            to: try TimeOfDay(hour: window.to, minute: 0)))),
      selection: FamilyActivitySelection(
        applicationTokens: [
          try ApplicationToken(parsing: victim), try ApplicationToken(parsing: probe),
        ]),
      createdAt: Instant(milliseconds: 0))
  }

  /// Writes the rule where the extension reads it and starts its activities, as the app does.
  private static func arrange(
    _ rule: RuleSnapshot, _ group: AppGroupIdentity, _ session: ScreenTimeSession
  ) throws {
    try GroupStores(at: group.directory).snapshots.write([rule])
    for activity in RuleActivities.activities(for: rule) {
      let events = Dictionary(
        uniqueKeysWithValues: activity.events.map { ($0.key.rawValue, $0.value) })
      _ = try session.ask(
        ActivityStart(activity: activity.name, schedule: activity.schedule, events: events))
    }
  }
}

extension Duration {
  /// So many minutes.
  fileprivate static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
}
