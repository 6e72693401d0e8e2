import AppGroup
import CivilTime
import Foundation
import Glibc
import OpenAppLockProtocol
import ScreenTimeModel
import ScreenTimeProtocol
import TestSupport
import Testing

/// The built services on a machine whose wall clock the test sets; the machine's own is never touched.
///
/// Both services ask a helper what time it is. It is about noon at the machine's place whenever the test
/// runs, so that no test meets a midnight that it doesn't mean.
final class ClockMachine {
  /// A service of the installation.
  enum Service: String, CaseIterable {
    case screentimed
    case app = "openapplock"
  }

  let scratch: Scratch
  let installation: Installation
  let zone: Zone
  /// Whether shields are made real.
  private let enforces: Bool
  private var running: [Service: RunningProcess] = [:]

  /// Starts both services; the wall clock is right.
  init(enforcing: Bool = false, _ test: String = #function) throws {
    enforces = enforcing
    scratch = try Scratch(test)
    installation = try Installation(in: scratch)
    zone = try Self.zoneWhereItIsNoon()
    try setWall(0)
    try installExtensions()
    try start()
  }

  /// Whether a clock can be moved for one process here; says so where it can't.
  static func isPossible(_ test: String = #function) throws -> Bool {
    let result = try runToEnd(
      try BuiltProgram.path("moved-clock"), ["/dev/null", "/bin/true"])
    // The helper's way to say that the kernel lacks what it needs.
    guard result.status != 77 else {
      Skip.say("moving a program's clock: \(result.err)", test: test)
      return false
    }
    guard result.status == 0 else { throw Refused(result) }
    return true
  }

  /// Ends everything that was started and removes the folder.
  func cleanUp() {
    for service in Service.allCases.reversed() { stop(service) }
    scratch.cleanUp()
  }

  // MARK: What befalls it

  /// Sets the wall clock so many seconds ahead of the true time, by hand or as a time server does.
  func setWall(_ seconds: Int, isSynchronised: Bool = false) throws {
    try Data("\(seconds)\(isSynchronised ? " synchronised" : "")\n".utf8)
      .write(to: URL(filePath: wallFile), options: .atomic)
  }

  /// Starts what doesn't run, and waits until it answers.
  func start() throws {
    let state = ["--state", installation.state]
    let enforcement = enforces ? "auto" : "none"
    try start(
      .screentimed, state + ["--zone", zone.identifier, "--enforce", enforcement],
      saying: "ready at")
    try start(.app, state + ["serve"], saying: "serving")
    guard poll(within: .seconds(30), until: { (try? installation.status()) != nil }) else {
      throw ServicesDoNotAnswer()
    }
  }

  /// Ends a service: asks it to, or kills it.
  func stop(_ service: Service, by signal: Int32 = SIGTERM) {
    guard let process = running.removeValue(forKey: service) else { return }
    if signal == SIGKILL {
      // The helper is told as well: it would pass no such signal on.
      ProcessView.descendants(of: process.pid).first { $0.program == service.rawValue }?
        .send(SIGKILL)
    } else {
      process.send(signal)
    }
    _ = poll(within: .seconds(30)) { !process.isRunning }
  }

  /// Makes what was recorded of the time the record of another life of the machine: the next start of
  /// screentimed is one after a reboot.
  func forgetThisBoot() throws {
    let document = DocumentName<TrustedClock.Record>("clock")
    let folder = try AppGroup(at: installation.state + "/platform", creating: false)
    _ = try folder.update(document, default: nobodyKnows()) { record in
      record = TrustedClock.Record(
        time: record.time, uptimeMilliseconds: record.uptimeMilliseconds, boot: "another life")
    }
  }

  /// Has the machine remember that an app was used today before the services started.
  func remember(use app: String, from start: String, to end: String) throws {
    let date = zone.reading(at: .now).date
    let span = try [start, end].map { try zone.instant(parsing: "\(date)T\($0)").milliseconds }
    let folder = try AppGroup(at: installation.state + "/platform", creating: true)
    try folder.replace(
      DocumentName<UsedDay>("usage-\(date)"), with: UsedDay(apps: [app], uses: [span + [0]]))
  }

  // MARK: What it says

  /// The time as the service has it.
  func time() throws -> ClockReading { try installation.json("clock", "show") }

  /// How many seconds the service's time is ahead of the true one.
  func lead() throws -> Int64 { try (time().now - .now).wholeSeconds }

  /// Waits until the wall clock is suspect, or no longer is, and the service reports it.
  func becomesSuspect(_ isSuspect: Bool) throws -> Bool {
    try poll(within: .seconds(30)) {
      let status = try installation.status()
      return status.clock.suspect == isSuspect
        && status.faults.contains { $0.code == "clockSuspect" } == isSuspect
    }
  }

  /// Waits until exactly these rules block, and exactly these programs are shielded.
  func comesToBlock(_ rules: [String], shielding programs: [String]) throws -> Bool {
    try poll(within: .seconds(30)) {
      try installation.blocking() == rules && installation.shielded() == programs
    }
  }

  // MARK: Parts

  private var wallFile: String { scratch.file("wall") }

  private func start(_ service: Service, _ arguments: [String], saying word: String) throws {
    guard running[service] == nil else { return }
    let program = try BuiltProgram.path(service.rawValue)
    let process = try scratch.start(
      try BuiltProgram.path("moved-clock"), [wallFile, program] + arguments,
      environment: ["OPENAPPLOCK_STATE": nil])
    try process.waitForLine(containing: word, within: .seconds(30))
    running[service] = process
  }

  private func installExtensions() throws {
    let folder = installation.state + "/platform/extensions"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for part in [Installation.Part.monitor, .shieldConfiguration, .shieldAction] {
      let result = try runToEnd(try BuiltProgram.path(part.rawValue), ["--describe"])
      try Data(result.out.utf8).write(to: URL(filePath: "\(folder)/\(part.rawValue).json"))
    }
  }

  private func nobodyKnows() -> TrustedClock.Record {
    TrustedClock.Record(time: .now, uptimeMilliseconds: 0, boot: nil)
  }

  private static func zoneWhereItIsNoon() throws -> Zone {
    let hour = try Zone(identifier: "UTC").reading(at: .now).time.hour
    // These names count hours west of Greenwich.
    let west = hour - 12
    return try Zone(
      identifier: west == 0 ? "Etc/GMT" : "Etc/GMT" + (west > 0 ? "+" : "") + "\(west)")
  }
}

/// Services that were started and don't do what they are for.
private struct ServicesDoNotAnswer: Error {}

/// A day's use, as the service keeps it.
private struct UsedDay: Codable {
  let apps: [String]
  let uses: [[Int64]]
}

extension Instant {
  /// What the machine's own wall clock says.
  static var now: Instant {
    Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }
}
