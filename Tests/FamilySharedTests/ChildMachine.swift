import CivilTime
import FamilyExtensions
import FamilyShared
import PolicyCore
import ScreenTimeModel
import ScreenTimeTesting
import Testing

/// A child's machine with a virtual clock: the real service, the family's extensions as objects.
final class ChildMachine {
  static let game = "org.example.Game"

  let platform: TestPlatform
  private(set) var group: FamilyGroup
  private(set) var policy: [String: PolicyValue] = [
    "timezone": .text("Europe/Berlin"), "daily_limit_minutes": .number(60),
    "allowed_start": .text("07:00"), "allowed_end": .text("20:00"),
    "reward_minutes": .number(15), "daily_bonus_cap_minutes": .number(40),
    "challenge_questions": .number(10), "challenge_max_operand": .number(12),
    "challenge_operations": .texts(["add"]),
  ]
  private var revision = 1

  init(
    at time: String = "2025-01-06T08:00", zone: String = "Europe/Berlin",
    limits: TestLimits = .linux
  ) throws {
    platform = try TestPlatform(
      at: time, zone: zone, apps: [Self.game: ["games"], "org.example.Text": ["productivity"]],
      limits: limits)
    try platform.register(FamilyActivityMonitor())
    try platform.register(FamilyShieldConfiguration())
    group = try FamilyGroup(
      at: try platform.groupDirectory(of: FamilyIdentity.appGroup), creating: true)
  }

  /// The state as it is now.
  func state() throws -> FamilyState { try #require(try group.read().state) }

  /// Takes a snapshot from the server, as a sync does, with some fields of the policy changed.
  func receive(
    _ changes: [String: PolicyValue] = [:], earned: Int = 0, day: String? = nil
  ) throws {
    if !changes.isEmpty { revision += 1 }
    policy.merge(changes) { $1 }
    let moment = try platform.moment()
    let policy = try FamilyPolicy(fields: policy)
    let today = Moment(moment.instant, in: policy.zone).date
    let snapshot = FamilySnapshot(
      deviceID: "device", childID: "child", childName: "Mia", policyRevision: revision,
      policy: policy, day: try day.map { try CivilDate(parsing: $0) } ?? today,
      earnedMinutes: earned, serverTime: moment.instant.seconds)
    try group.update(installation: "test") { $0.snapshot = snapshot }
    try look()
  }

  /// Opens the group anew, where another disk has been put into its place.
  func reopenGroup() throws {
    group = try FamilyGroup(
      at: try platform.groupDirectory(of: FamilyIdentity.appGroup), creating: true)
  }

  /// Has a parent select apps.
  func select(_ apps: String...) throws { try select(apps) }

  /// Has a parent select apps.
  func select(_ apps: [String]) throws {
    let tokens = try apps.map { try ApplicationToken(parsing: $0) }.sorted()
    try group.update(installation: "test") { $0.selection = tokens }
    try look()
  }

  /// Plans and enforces, as the app does after each change and every minute.
  func look() throws {
    let now = try platform.moment().instant
    try platform.app(FamilyIdentity.appGroup) {
      let enforcement = FamilyEnforcement(group)
      try enforcement.plan(installation: "test")
      try enforcement.enforce(at: now, suspicion: nil) { _ in }
    }
    try platform.settle()
  }

  /// Whether the game is shielded.
  var isShielded: Bool { get throws { try platform.isShielded(Self.game) } }

  /// Uses the game, as far as it isn't shielded.
  func play(_ minutes: Int) throws { try platform.use(Self.game, for: .minutes(minutes)) }
}
