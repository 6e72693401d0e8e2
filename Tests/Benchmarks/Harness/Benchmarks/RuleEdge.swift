/// How long it takes from a rule's edge until the shield holds: starts are denied, and what runs
/// stands still.
enum RuleEdge: Benchmark {
  static let name = "edge"
  static let about = "from a rule's edge to the denied start and the frozen program"

  static func run(_ run: Run) throws(BenchmarkError) -> [Finding] {
    try run.requireRoot(for: "denying starts")
    let stage = try EdgeStage(run)
    defer { stage.end() }
    // The first edges start the extension and fill caches; the goal is about what is warm.
    for _ in 0..<5 { _ = try stage.measure() }
    var samples: [EdgeStage.Sample] = []
    for _ in 0..<run.rounds(300) { samples.append(try stage.measure()) }
    func finding(
      _ name: String, _ part: (EdgeStage.Sample) -> UInt64, _ goal: Goal = .none
    ) -> Finding {
      Finding(name, ours: [samples.map(part)], goal: goal)
    }
    return [
      finding(
        "edge to denied and frozen", \.whole,
        .limits(p50: .milliseconds(2), p99: .milliseconds(10), peakKiB: nil)),
      finding("  to the denied start", \.denied),
      finding("  to the frozen program", \.frozen),
      finding("  to the service's answer", \.answered),
    ]
  }
}
