import Bus
import CivilTime
import Foundation
import Glibc
import ScreenTimeModel
import ScreenTimeProtocol
import TestSupport

/// `screentimed` alone, on a virtual clock that starts at eight, with extensions of the test's own.
final class Platform {
  /// An app that the platform knows.
  static let app = "org.example.Chess"

  let scratch: Scratch
  let process: RunningProcess
  private let state: String

  /// Starts the service with a manifest for each program.
  init(
    in scratch: Scratch, programs: [(identifier: String, path: String)], options: [String] = []
  ) throws {
    self.scratch = scratch
    state = try scratch.makeFolder("platform")
    try scratch.makeFolder("manifests")
    for program in programs {
      let manifest = ExtensionManifest(
        identifier: program.identifier, extensionPoint: .monitor,
        appGroup: "group." + program.identifier, executable: program.path)
      try scratch.write(
        String(decoding: try JSONEncoder().encode(manifest), as: UTF8.self),
        to: "manifests/\(manifest.identifier).json")
    }
    try scratch.write("{\"\(Self.app)\": [\"games\"]}", to: "catalog.json")
    process = try scratch.start(
      BuiltProgram.path("screentimed"),
      [
        "--state", state, "--enforce", "none", "--clock", "virtual", "--start", "2025-01-06T08:00",
        "--zone", "UTC", "--extensions", scratch.file("manifests"), "--catalog",
        scratch.file("catalog.json"),
      ] + options)
    try process.waitForLine(containing: "ready at", within: soon)
  }

  /// Where the service is reached.
  var socket: String { state + "/run/screentimed.sock" }

  /// The directory that an extension shares with its app.
  func groupDirectory(of identifier: String) -> String { state + "/groups/group." + identifier }

  /// A conversation on behalf of the app group of an extension.
  func connect(as identifier: String) throws -> any BusConnection {
    try Self.connect(to: socket, as: identifier)
  }

  private static func connect(
    to socket: String, as identifier: String
  ) throws -> any BusConnection {
    try Bus.connect(
      to: socket, as: "integration-tests", version: "1",
      attributes: ["appGroup": "group." + identifier], within: soon)
  }

  /// Moves the clock and returns when all that it caused is answered.
  func advance(to reading: String) throws {
    try Self.advance(at: socket, to: reading)
  }

  /// Moves the clock of the service at a socket; also for another thread.
  static func advance(at socket: String, to reading: String) throws {
    let connection = try connect(to: socket, as: "dev.example.clock")
    defer { connection.close() }
    let time = try Instant(parsing: "2025-01-06T\(reading):00Z")
    _ = try connection.request(ClockAdvance(to: time), within: .seconds(60))
  }
}

extension BusConnection {
  /// How everything stands.
  func status() throws -> PlatformStatus.Reply { try request(PlatformStatus(), within: soon) }

  /// Monitors an activity every day from nine to ten.
  func monitor(_ name: String) throws {
    let window = DailyWindow(
      from: try TimeOfDay(parsing: "09:00"), to: try TimeOfDay(parsing: "10:00"))
    let schedule = ActivitySchedule(
      interval: .daily(window, weekday: nil, repeats: true), warningSeconds: nil)
    _ = try request(
      ActivityStart(activity: DeviceActivityName(name), schedule: schedule, events: [:]),
      within: soon)
  }

  /// Shields the app that the platform knows.
  func shieldApp() throws {
    var changes = StoreChanges()
    changes.shieldedApplications = .set([try ApplicationToken(parsing: Platform.app)])
    _ = try request(StoreChange(store: "held", changes: changes), within: soon)
  }
}
