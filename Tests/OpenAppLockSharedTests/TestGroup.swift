import AppGroup
import CivilTime
import DeviceActivity
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeClient
import ScreenTimeModel
import TestSupport
import Testing

/// A group in a folder of its own, with stand-ins for the platform.
final class TestGroup {
  let scratch: Scratch
  let stores: GroupStores
  let shields = FakeShields()
  let activities = FakeActivities()
  let categories = FakeCategories()

  init(_ test: String = #function) throws {
    scratch = try Scratch(test)
    stores = try GroupStores(at: scratch.path)
  }

  var pass: EnforcementPass { EnforcementPass(stores, writingTo: shields) }
  var monitor: MonitorEnforcement { MonitorEnforcement(stores, writingTo: shields) }
  var gate: OpenGate {
    OpenGate(stores, writingTo: shields, arming: activities, categories: categories)
  }

  /// The documents as another process finds them.
  func another() throws -> GroupStores { try GroupStores(at: scratch.path, creating: false) }

  @discardableResult
  func refresh(_ text: String) throws -> EnforcementReport { pass.refresh(at: try moments(text)) }

  func usage(of rule: RuleSnapshot, on date: String) throws -> DayUsage {
    try #require(stores.usage.read().content)
      .usage(of: rule.id, on: try CivilDate(parsing: date))
  }

  func session(of rule: RuleSnapshot, at text: String) throws -> Instant? {
    stores.openSessions.read().content?.end(of: rule.id, liveAt: try instant(text))
  }

  func isShielded(_ name: String = chess) throws -> Bool {
    shields.union.shields(try app(name), categories: [])
  }

  /// Cuts a document short in the middle.
  func damage(_ document: String) throws {
    let text = try scratch.read(document)
    try scratch.write(String(text.prefix(text.count / 2)), to: document)
  }
}

/// Stores in memory, with a list of what was written.
final class FakeShields: ShieldWriting {
  var stores: [String: StoreSettings] = [:] {
    didSet { revision += 1 }
  }
  var writes: [String] = []
  /// Stores that can't be written.
  var broken: Set<String> = []
  /// Whether there is a service.
  var isReachable = true
  /// How often anything was asked.
  var requests = 0
  /// What others do before the next write.
  var beforeWrite: (() throws -> Void)?

  private var memory = StoreMemory()
  private var revision = 0

  var mark: StoreMark? { memory.mark }

  var union: ShieldUnion {
    ShieldUnion(
      Dictionary(
        uniqueKeysWithValues: stores.map { (StoreName(group: "g", name: $0.key), $0.value) }))
  }

  func storeNames() throws(ScreenTimeError) -> Set<String> {
    try request()
    memory.hear(revision: revision)
    return Set(stores.keys)
  }

  func settings(of store: String) throws(ScreenTimeError) -> StoreSettings {
    try request()
    return stores[store] ?? StoreSettings()
  }

  private func request() throws(ScreenTimeError) {
    requests += 1
    guard isReachable else {
      throw ScreenTimeError(code: .timeout, message: "the service did not answer")
    }
  }

  func write(_ settings: StoreSettings, to store: String) throws(ScreenTimeError) {
    try request()
    let meanwhile = beforeWrite
    beforeWrite = nil
    do {
      try meanwhile?()
    } catch {
      Issue.record(error)
    }
    guard !broken.contains(store) else {
      throw ScreenTimeError(code: .overLimit, message: "no store can have so many tokens")
    }
    writes.append(store)
    stores[store] = settings.isEmpty ? nil : settings
    memory.keep(settings, of: store, revision: revision)
  }

  /// What was written since this was last asked.
  func takeWrites() -> [String] {
    defer { writes = [] }
    return writes
  }
}

/// Activities in memory.
final class FakeActivities: ActivityArming {
  var armed: [PlannedActivity] = []
  var refusesAfter = Int.max

  func arm(_ activity: PlannedActivity) throws(MonitoringError) {
    guard armed.count < refusesAfter else {
      throw MonitoringError.excessiveActivities("20 activities are monitored, which is the limit")
    }
    armed.append(activity)
  }
}

/// A catalog in memory.
final class FakeCategories: CategoryLookup {
  var known: [ApplicationToken: Set<ActivityCategoryToken>] = [:]
  var isReachable = true

  func categories(
    of application: ApplicationToken
  ) throws(ScreenTimeError) -> Set<ActivityCategoryToken> {
    guard isReachable else {
      throw ScreenTimeError(code: .unreachable, message: "there is no service")
    }
    return known[application] ?? []
  }
}

let chess = "org.example.Chess"
let chat = "org.example.Chat"

func moment(_ text: String, _ zone: String = "UTC") throws -> Moment {
  let zone = try Zone(identifier: zone)
  return Moment(try zone.instant(parsing: text), in: zone)
}

/// A moment, what a wall clock says that can't be trusted, and when they last agreed on the day.
func moments(
  _ text: String, _ zone: String = "UTC", wall: String? = nil, agreed: String? = nil
) throws -> Moments {
  let trusted = try moment(text, zone)
  return Moments(
    trusted,
    suspicion: try wall.map {
      Suspicion(
        wall: try moment($0, zone).instant,
        agreed: try agreed.map { try moment($0, zone).instant } ?? trusted.instant)
    })
}

func instant(_ text: String) throws -> Instant { try moment(text).instant }

func app(_ name: String) throws -> ApplicationToken { try ApplicationToken(parsing: name) }

func rule(
  _ number: Int, _ configuration: RuleConfiguration, days: WeekdaySet = .everyday,
  isEnabled: Bool = true, hard: Bool = false, apps names: [String] = [chess],
  pausedUntil: Instant? = nil
) throws -> RuleSnapshot {
  RuleSnapshot(
    id: try RuleID(parsing: "00000000-0000-4000-8000-00000000000\(number)"), name: "Rule \(number)",
    isEnabled: isEnabled, hardMode: hard, days: days, configuration: configuration,
    selection: FamilyActivitySelection(applicationTokens: Set(try names.map(app))),
    pausedUntil: pausedUntil, createdAt: try instant("2025-01-01T00:00"))
}

func schedule(_ from: String, _ to: String) throws -> RuleConfiguration {
  .schedule(
    ScheduleConfig(
      window: DailyWindow(from: try TimeOfDay(parsing: from), to: try TimeOfDay(parsing: to))))
}

func budget(_ minutes: Int) throws -> RuleConfiguration {
  .timeLimit(try TimeLimitConfig(dailyLimitMinutes: minutes))
}

func opens(_ number: Int) throws -> RuleConfiguration {
  .openLimit(try OpenLimitConfig(maxOpens: number))
}

extension RuleSnapshot {
  var store: String { RuleStoreName.rule(id) }
}
