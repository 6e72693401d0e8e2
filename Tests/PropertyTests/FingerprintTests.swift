import CivilTime
import OpenAppLockRules
import ScreenTimeModel
import Testing

/// Names of plans, which decide whether an activity is started anew.
@Suite("Fingerprints")
struct FingerprintTests {
  /// Rules with the fingerprints that another process gave them.
  static let known: [(kind: TraceRule.Kind, fingerprint: String)] = [
    (.schedule, "c655ac5b3960c30f"), (.timeLimit, "bd0e141c07ade9a3"),
    (.openLimit, "9ee3cafbd1759f54"),
  ]

  @Test("a rule's fingerprint is the same in every process", arguments: known)
  func same(kind: TraceRule.Kind, fingerprint: String) throws {
    let made = RuleActivities.fingerprint(of: try Self.rule(kind))
    #expect(made == fingerprint)
  }

  @Test(
    "what doesn't change what is monitored leaves the fingerprint alone",
    arguments: TraceRule.Kind.allCases)
  func unchanged(kind: TraceRule.Kind) throws {
    let rule = try Self.rule(kind)
    var other = rule
    other.name = "Another name"
    other.hardMode = true
    other.pausedUntil = Instant(milliseconds: 1)
    other.days = [.monday]
    #expect(RuleActivities.fingerprint(of: other) == RuleActivities.fingerprint(of: rule))
  }

  @Test("what changes what is monitored changes the fingerprint")
  func changed() throws {
    var seen: Set<String> = []
    for kind in TraceRule.Kind.allCases {
      var rule = try Self.rule(kind)
      seen.insert(RuleActivities.fingerprint(of: rule))
      rule.isEnabled = false
      seen.insert(RuleActivities.fingerprint(of: rule))
    }
    var longer = try Self.rule(.timeLimit)
    longer.configuration = .timeLimit(try TimeLimitConfig(dailyLimitMinutes: 31))
    seen.insert(RuleActivities.fingerprint(of: longer))
    var later = try Self.rule(.schedule)
    later.configuration = .schedule(
      ScheduleConfig(
        window: DailyWindow(
          from: try TimeOfDay(hour: 9, minute: 1), to: try TimeOfDay(hour: 17, minute: 0))))
    seen.insert(RuleActivities.fingerprint(of: later))
    // Three that are on, one for those that are off, and two that were changed.
    #expect(seen.count == 6)
  }

  private static func rule(_ kind: TraceRule.Kind) throws -> RuleSnapshot {
    let configuration: RuleConfiguration =
      switch kind {
      case .schedule:
        .schedule(
          ScheduleConfig(
            window: DailyWindow(
              from: try TimeOfDay(hour: 9, minute: 0), to: try TimeOfDay(hour: 17, minute: 0))))
      case .timeLimit: .timeLimit(try TimeLimitConfig(dailyLimitMinutes: 30))
      case .openLimit: .openLimit(try OpenLimitConfig(maxOpens: 5))
      }
    return RuleSnapshot(
      id: try RuleID(parsing: "01234567-89ab-cdef-0123-456789abcdef"), name: "A rule",
      days: .everyday,
      configuration: configuration,
      selection: FamilyActivitySelection(
        applicationTokens: [try ApplicationToken(parsing: "org.example.Chess")],
        categoryTokens: [try ActivityCategoryToken(parsing: "games")]),
      createdAt: Instant(milliseconds: 0))
  }
}
