import Bus
import CivilTime
import Enforcement
import EventLoop
import Foundation
import OpenAppLock
import OpenAppLockProtocol
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeClient
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import TestSupport

/// An app and the platform that it stands on, in this process, on a virtual clock.
///
/// No extension listens: what is enforced is the app's own doing.
final class AppFixture {
  let scratch: Scratch
  let loop: EventLoop
  let zone: Zone
  let clock: VirtualServiceClock
  let layout: StateLayout
  let catalog: TestCatalog
  private let limits: PlatformLimits
  private(set) var platform: ScreenTimeService?
  private(set) var app: AppService
  private let way = PlatformWay()

  init(
    _ start: String = "2025-01-06T08:00", limits: PlatformLimits = .linux, platform: Bool = true,
    test: String = #function
  ) throws {
    scratch = try Scratch(test)
    loop = try EventLoop()
    zone = try Zone(identifier: "Europe/Berlin")
    clock = VirtualServiceClock(start: try zone.instant(parsing: start), zone: zone)
    layout = StateLayout(state: scratch.file("state"))
    catalog = try TestCatalog()
    self.limits = limits
    try StateFolder.prepare(layout)
    app = try Self.makeApp(layout, loop, way)
    if platform { try startPlatform() }
    app.start()
  }

  deinit {
    app.stop()
    platform?.stop()
    scratch.cleanUp()
  }

  private static func makeApp(
    _ layout: StateLayout, _ loop: EventLoop, _ way: PlatformWay
  ) throws -> AppService {
    try AppService(of: layout, on: loop, role: { _ in .serviceUser }) { () throws(BusError) in
      guard let platform = way.platform else {
        throw BusError(.unreachable, "no platform in this test")
      }
      return ScreenTimeSession(
        connection: CountingConnection(
          platform.server.connectInProcess(
            as: "openapplock", attributes: ["appGroup": StateLayout.groupIdentifier])
        ) { way.asked.append($0) },
        group: layout.groupIdentity)
    }
  }

  // MARK: Lives

  func startPlatform() throws {
    var configuration = ServiceConfiguration(
      stateDirectory: layout.state, socketPath: nil, supervised: .uids([]), version: "test")
    configuration.limits = limits
    let platform = try ScreenTimeService(
      configuration: configuration, loop: loop, clock: clock, catalog: catalog,
      backend: { _ in nil })
    try platform.start()
    self.platform = platform
    way.platform = platform
  }

  func stopPlatform() throws {
    platform?.stop()
    platform = nil
    way.platform = nil
    try settle()
  }

  /// Lets what is on its way arrive.
  func settle() throws {
    for _ in 0..<5 { try loop.turn(waitingAtMost: .zero) }
  }

  func stopApp() { app.stop() }

  func startApp() throws {
    app = try Self.makeApp(layout, loop, way)
    app.start()
  }

  func wait(
    _ what: String, within limit: Duration = .seconds(30), until condition: () -> Bool
  ) throws {
    guard try loop.run(until: condition, within: limit) else {
      throw BusError(.timeout, "\(what) did not come about")
    }
  }

  // MARK: Asking

  @discardableResult
  func ask<R: BusRequest>(_ request: R) throws(BusError) -> R.Reply {
    let connection = app.connectInProcess(as: "test")
    defer { connection.close() }
    return try connection.request(request, within: .seconds(30))
  }

  @discardableResult
  func askPlatform<R: BusRequest>(_ request: R) throws(BusError) -> R.Reply {
    guard let platform else { throw BusError(.unreachable, "no platform") }
    let connection = platform.server.connectInProcess(
      as: "test", attributes: ["appGroup": StateLayout.groupIdentifier])
    defer { connection.close() }
    return try connection.request(request, within: .seconds(30))
  }

  /// The code with which a request is refused.
  func refusal<R: BusRequest>(of request: R) -> String? {
    do {
      _ = try ask(request)
      return nil
    } catch {
      return error.code.rawValue
    }
  }

  func go(to reading: String) throws {
    try askPlatform(ClockAdvance(to: try zone.instant(parsing: reading)))
  }

  func pass(_ time: Duration) throws {
    try askPlatform(ClockAdvance(to: try askPlatform(ClockRead()).now + time))
  }

  /// How many activities whose names begin so the app has started by now.
  func starts(of prefix: String) -> Int {
    way.asked.filter { $0.hasPrefix("activity.start \(prefix)") }.count
  }

  // MARK: Making

  @discardableResult
  func addList(_ name: String, _ apps: String...) throws -> Stored<ListReport> {
    try ask(
      ListAdd(
        input: ListInput(
          name: name,
          adding: FamilyActivitySelection(
            applicationTokens: Set(try apps.map { try ApplicationToken(parsing: $0) })))))
  }

  @discardableResult
  func addSchedule(
    _ name: String, _ from: String, _ to: String, list: String?, hard: Bool = false,
    _ more: (inout RuleInput) -> Void = { _ in }
  ) throws -> RuleReport {
    var input = RuleInput()
    input.name = name
    input.from = try TimeOfDay(parsing: from)
    input.to = try TimeOfDay(parsing: to)
    input.days = .everyday
    input.list = list.map(ListChoice.list)
    input.hardMode = hard
    more(&input)
    return try ask(RuleAdd(kind: .schedule, input: input)).value
  }

  func edit(
    _ rule: String, _ change: (inout RuleInput) throws -> Void
  ) throws -> OpenAppLockProtocol.RuleEdit {
    var input = RuleInput()
    try change(&input)
    return OpenAppLockProtocol.RuleEdit(rule: rule, input: input)
  }

  // MARK: Looking

  /// The apps under a shield now.
  func shielded() throws -> [String] {
    try askPlatform(PlatformStatus()).shieldedApplications.map(\.rawValue)
  }

  /// The names of the rules that block now.
  func blocking() throws -> [String] {
    try ask(AppStatus()).blocking.map(\.name)
  }
}

/// The platform that an app finds when it looks for one.
final class PlatformWay {
  var platform: ScreenTimeService?
  /// What the app asked of it, in order.
  var asked: [String] = []
}

/// Some apps, one of them a shell.
final class TestCatalog: ApplicationCatalog {
  private let stated: StatedCatalog
  private let shell: ApplicationToken

  init() throws {
    let games = try ActivityCategoryToken(parsing: "games")
    shell = try ApplicationToken(parsing: "/usr/bin/bash")
    var apps: [ApplicationToken: Set<ActivityCategoryToken>] = [shell: []]
    for name in ["org.test.Chess", "org.test.Mines"] {
      apps[try ApplicationToken(parsing: name)] = [games]
    }
    for name in ["org.test.Chat", "org.test.Editor"] {
      apps[try ApplicationToken(parsing: name)] = []
    }
    for number in 0..<60 { apps[try ApplicationToken(parsing: "org.test.Many\(number)")] = [] }
    stated = StatedCatalog(apps)
  }

  func apps() -> [InstalledApp] { stated.apps() }
  func app(for token: ApplicationToken) -> InstalledApp? { stated.app(for: token) }
  var isStale: Bool { false }
  func isInstalled(_ app: InstalledApp) -> Bool { true }
  func objection(toBlocking app: InstalledApp) -> String? {
    app.token == shell ? "bash is a shell, and without shells the machine is unusable" : nil
  }
}
