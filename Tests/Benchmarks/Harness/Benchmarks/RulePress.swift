/// How long it takes from a press on a shield's "Open" until the frozen program moves.
enum RulePress: Benchmark {
  static let name = "press"
  static let about = "from a press on Open to the thawed program"

  static func run(_ run: Run) throws(BenchmarkError) -> [Finding] {
    try run.requireRoot(for: "freezing programs")
    let stage = try PressStage(run)
    defer { stage.end() }
    // The first presses start the extensions and fill caches; the goal is about what is warm.
    for _ in 0..<3 { _ = try stage.measure() }
    var samples: [PressStage.Sample] = []
    for _ in 0..<run.rounds(100) { samples.append(try stage.measure()) }
    return [
      Finding(
        "press to the thawed program", ours: [samples.map(\.thawed)],
        goal: .limits(p50: .milliseconds(10), p99: nil, peakKiB: nil)),
      Finding("  to the app's answer", ours: [samples.map(\.answered)], goal: .none),
    ]
  }
}
