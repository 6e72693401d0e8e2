import CivilTime
import OpenAppLockRules
import ScreenTimeModel
import Testing

/// A generator with a seed, so that a failure can be run again.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

@Suite("Rules, against a clock that is read minute by minute")
struct UnionPropertyTests {
  private static let zones = [
    "UTC", berlin, "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
  ]

  /// Finds the span of a window by reading the clock at each minute: opened by the first minute at or
  /// after `from` of its day, closed by the last one before `to`.
  private func isOpen(
    _ window: DailyWindow, _ days: WeekdaySet, at instant: Instant, in zone: Zone
  ) -> Bool {
    let today = zone.reading(at: instant).date
    return (-2...1).contains { distance in
      let day = today.adding(days: distance)
      guard days.contains(day.weekday) else { return false }
      let start = first(at: window.from, of: day, in: zone)
      let endDay = window.to <= window.from ? day.adding(days: 1) : day
      return start <= instant && instant < last(at: window.to, of: endDay, in: zone)
    }
  }

  /// The first minute of the search that shows the reading or a later one.
  private func first(at time: TimeOfDay, of date: CivilDate, in zone: Zone) -> Instant {
    let wanted = date.daysSinceEpoch * 86_400 + time.secondsFromMidnight
    var minute = Int64(wanted / 60 - 16 * 60)
    while local(minute, zone) < wanted { minute += 1 }
    return Instant(seconds: minute * 60)
  }

  /// The minute after the last one that shows an earlier reading.
  private func last(at time: TimeOfDay, of date: CivilDate, in zone: Zone) -> Instant {
    let wanted = date.daysSinceEpoch * 86_400 + time.secondsFromMidnight
    var minute = Int64(wanted / 60 + 16 * 60)
    while local(minute - 1, zone) >= wanted { minute -= 1 }
    return Instant(seconds: minute * 60)
  }

  private func local(_ minute: Int64, _ zone: Zone) -> Int {
    let reading = zone.reading(at: Instant(seconds: minute * 60))
    return reading.date.daysSinceEpoch * 86_400 + reading.time.secondsFromMidnight
  }

  @Test("an app is shielded exactly when some rule's window is open", arguments: 1...40)
  func union(seed: UInt64) throws {
    var random = Seeded(seed)
    let zone = try Zone(identifier: Self.zones[Int(seed) % Self.zones.count])
    // Around both changes of the year as often as not.
    let anchors = ["2025-03-29T12:00", "2025-10-25T12:00", "2025-01-06T09:00", "2025-11-01T20:00"]
    let anchor = try zone.instant(parsing: anchors[Int(random.next() % 4)])
    let rules = try (1...5).map { number in
      try schedule(
        reading(&random), reading(&random), UInt8(number),
        days: WeekdaySet(Weekday.allCases.filter { _ in random.next() % 2 == 0 }))
    }
    for _ in 0..<12 {
      let now = Instant(seconds: anchor.seconds / 60 * 60 + Int64(random.next() % 4000) * 60)
      let day = LocalDay(Moment(now, in: zone))
      let union = ShieldUnion(
        Dictionary(
          uniqueKeysWithValues: rules.map { rule in
            let state = RuleState.of(rule, usage: .none, on: day)
            return (
              StoreName(group: "group.test", name: RuleStoreName.rule(rule.id)),
              RuleShield.settings(for: rule, state)
            )
          }))
      let expected = rules.contains { rule in
        guard case .schedule(let config) = rule.configuration else { return false }
        return isOpen(config.window, rule.days, at: now, in: zone)
      }
      #expect(
        union.shields(try app(chess), categories: []) == expected,
        "\(zone) \(zone.reading(at: now)) \(rules.map(\.configuration))")
    }
  }

  @Test("a state says truly until when it holds", arguments: 1...40)
  func ends(seed: UInt64) throws {
    var random = Seeded(seed &+ 1000)
    let zone = try Zone(identifier: Self.zones[Int(seed) % Self.zones.count])
    let anchor = try zone.instant(parsing: "2025-03-28T12:00")
    for _ in 0..<30 {
      let rule = try schedule(reading(&random), reading(&random))
      let now = Instant(seconds: anchor.seconds + Int64(random.next() % 400_000))
      let state = RuleState.of(rule, usage: .none, at: Moment(now, in: zone))
      switch state {
      case .active(let until):
        #expect(until > now)
        let before = RuleState.of(
          rule, usage: .none, at: Moment(until - .milliseconds(1), in: zone))
        #expect(before.blocks)
      case .waiting(let next?):
        #expect(next > now)
        #expect(RuleState.of(rule, usage: .none, at: Moment(next, in: zone)).blocks)
        let before = RuleState.of(rule, usage: .none, at: Moment(next - .milliseconds(1), in: zone))
        #expect(!before.blocks)
      default: Issue.record("a schedule of every day is either open or waiting, not \(state)")
      }
    }
  }

  private func reading(_ random: inout Seeded) -> String {
    let minutes = Int(random.next() % 1440)
    let hour = minutes / 60
    let minute = minutes % 60
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
