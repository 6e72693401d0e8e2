import Bus
import CivilTime
import OpenAppLockShared
import ScreenTimeClient
import ScreenTimeModel
import ScreenTimeProtocol

/// Both services and the three extensions, each of which is given something to do.
///
/// The harness stands where somebody at the machine stands; no shield is made real.
final class MemoryStage {
  /// A process that stays.
  struct Resident {
    let name: String
    let isService: Bool
    let residentKiB: UInt64
  }

  private static let extensions: [(identifier: String, point: String, program: String)] = [
    (OpenAppLockIdentity.monitor, "device-activity-monitor", "OpenAppLockMonitor"),
    (OpenAppLockIdentity.shieldConfiguration, "shield-configuration", "OpenAppLockShieldConfig"),
    (OpenAppLockIdentity.shieldAction, "shield-action", "OpenAppLockShieldAction"),
  ]

  private let platform: Child
  private let app: Child
  private let session: ScreenTimeSession

  /// Starts the services.
  ///
  /// - Throws: `skipped` for what isn't built, `failed` for what doesn't work.
  init(_ run: Run) throws(BenchmarkError) {
    let state = try run.scratch.makeFolder("memory")
    let manifests = try run.scratch.makeFolder("memory-manifests")
    for (identifier, point, program) in Self.extensions {
      let manifest = """
        {"identifier": "\(identifier)", "extensionPoint": "\(point)",
         "appGroup": "\(OpenAppLockIdentity.appGroup)", "executable": "\(try run.program(program))"}
        """
      _ = try run.scratch.write(Array(manifest.utf8), to: "memory-manifests/\(identifier).json")
    }
    let parent = ["--with-parent", "\(ownProcess())"]
    platform = try Child(
      try run.program("screentimed"),
      ["--state", state, "--enforce", "none", "--extensions", manifests] + parent,
      ending: .terminate, in: run)
    _ = try platform.readLine(within: .seconds(10))
    app = try Child(
      try run.program("openapplock"),
      ["--state", state, "serve", "--run", state + "/run"] + parent,
      ending: .terminate, in: run)
    _ = try app.readLine(within: .seconds(10))
    do {
      session = try ScreenTimeSession.connect(
        socket: state + "/run/screentimed.sock", as: "benchmarks", version: "1",
        group: AppGroupIdentity(
          identifier: OpenAppLockIdentity.appGroup,
          directory: state + "/groups/" + OpenAppLockIdentity.appGroup), within: .seconds(5))
    } catch {
      throw .failed("the platform can't be reached: \(error)")
    }
  }

  /// Has every extension answer something, and tells what each process holds then.
  ///
  /// - Throws: `failed` when one of them doesn't.
  func work() throws(BenchmarkError) -> [Resident] {
    do {
      return try answered()
    } catch {
      throw .failed("the extensions could not be set to work: \(error)")
    }
  }

  private func answered() throws -> [Resident] {
    let game = try ApplicationToken(parsing: "/usr/bin/sha256sum")
    var changes = StoreChanges()
    changes.shieldedApplications = .set([game])
    _ = try session.ask(StoreChange(store: "benchmark", changes: changes))
    _ = try session.ask(ShieldShow(subject: .application(game)))
    _ = try session.ask(
      ShieldPress(subject: .application(game), action: .primaryButtonPressed))
    let day = DailyWindow(
      from: try TimeOfDay(hour: 0, minute: 0), to: try TimeOfDay(hour: 0, minute: 0))
    _ = try session.ask(
      ActivityStart(
        activity: DeviceActivityName("benchmark"),
        schedule: ActivitySchedule(
          interval: .daily(day, weekday: nil, repeats: true), warningSeconds: nil), events: [:]))
    let status = try settled()
    let services = [("screentimed", platform.pid), ("openapplock serve", app.pid)].map {
      Resident(name: $0.0, isService: true, residentKiB: residentKiB(of: $0.1))
    }
    return services
      + Self.extensions.map { known in
        let pid = status.extensions.first { $0.manifest.identifier == known.identifier }?.pid
        return Resident(
          name: known.program, isService: false, residentKiB: residentKiB(of: pid ?? 0))
      }
  }

  /// How everything stands when no extension has anything to do any more.
  private func settled() throws -> PlatformStatus.Reply {
    let deadline = ContinuousClock.now + .seconds(10)
    while true {
      let status = try session.ask(PlatformStatus())
      if status.extensions.allSatisfy({ $0.waiting == 0 && $0.pid != nil }) { return status }
      guard ContinuousClock.now < deadline else {
        throw BenchmarkError.failed("not every extension runs: \(status.faults.map(\.message))")
      }
    }
  }

  /// Ends everything.
  func end() {
    session.close()
    app.end()
    platform.end()
  }
}
