/// The state of a thousand rules, and what they shield of ten thousand apps, at one instant.
enum RuleStates: Benchmark {
  static let name = "states"
  static let about = "the state of 1,000 rules with 10,000 apps at an instant"

  static func run(_ run: Run) throws(BenchmarkError) -> [Finding] {
    let meter = try run.subject("rule-states", [])
    defer { meter.end() }
    _ = try meter.measure(20)
    var states: [[UInt64]] = []
    var shields: [[UInt64]] = []
    for _ in 0..<run.rounds(50) {
      let block = try meter.measure(20)
      states.append(block[0])
      shields.append(block[1])
    }
    let goal = Goal.limits(p50: .milliseconds(1), p99: nil, peakKiB: nil)
    return [
      Finding("states of 1,000 rules, 10,000 apps", ours: states, goal: goal),
      Finding("  per rule", ours: each(states), goal: .none),
      Finding("  with what every store then says", ours: shields, goal: .none),
    ]
  }

  private static func each(_ blocks: [[UInt64]]) -> [[UInt64]] {
    blocks.map { $0.map { $0 / UInt64(RuleStatesSubject.ruleCount) } }
  }
}
