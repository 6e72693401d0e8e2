import CivilTime
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeModel

/// Judges many rules at one instant, in this process, from facts that are there.
enum RuleStatesSubject {
  /// How many rules there are; each has ten apps of its own.
  static let ruleCount = 1_000

  /// Measures the states, and the states with what follows for the rules' stores.
  ///
  /// Each instant is another one, so that nothing is known from before.
  ///
  /// - Throws: what the rules' values or the loop fail with.
  static func measure() throws {
    let zone = try Zone(identifier: "Europe/Berlin")
    let rules = try BenchmarkRules.rules(ruleCount, appsEach: 10)
    let usage = rules.indices.map { RuleUsage(minutes: $0 % 40, opens: $0 % 5) }
    var now = try Instant(parsing: "2025-01-06T00:00:00Z")
    var sink = 0
    func judge() -> [JudgedRule] {
      let day = LocalDay(Moment(now, in: zone))
      return zip(rules, usage).map { JudgedRule($0, usage: $1, on: day) }
    }
    try Driver.drive(columns: 2) {
      now = now + .seconds(61)
      let start = monotonicNanoseconds()
      sink &+= judge().count { $0.state.blocks }
      let middle = monotonicNanoseconds()
      for judged in judge() {
        sink &+= RuleShield.settings(for: judged.rule, judged.state).isEmpty ? 0 : 1
      }
      return [middle - start, monotonicNanoseconds() - middle]
    }
    precondition(sink != Int.min, "what was worked out is used")
  }
}
