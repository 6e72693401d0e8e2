import Testing

/// Foreground and background, each alone, and callbacks as bad as they come.
@Suite("Both paths agree")
struct PathTests {
  @Test(
    "however callbacks come, or none at all, one reconcile ends in the same state",
    arguments: TwoPaths.Way.others)
  func agree(way: TwoPaths.Way) {
    for seed in InvariantTests.seeds {
      let trouble = seed.isMultiple(of: 2) ? TraceGenerator.Trouble.none : .clocks
      let base = TraceGenerator.trace(seed: UInt64(seed), trouble: trouble, length: 10)
      guard let finding = TwoPaths.difference(in: base, by: way) else { continue }
      let shrinker = TraceShrinker { TwoPaths.difference(in: $0, by: way) }
      let (small, smallFinding) = shrinker.shrink(base, finding)
      Issue.record(
        """
        \(smallFinding) (\(way.name), seed \(seed), trouble \(trouble))
        \(TwoPaths.Way.foreground.told(small).text(about: way.name, failing: smallFinding))
        \(way.told(small).text(about: way.name, failing: smallFinding))
        """)
    }
  }
}
