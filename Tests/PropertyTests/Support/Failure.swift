/// A failing trace, made small, as whoever reads a failing test needs it.
struct Failure: CustomStringConvertible {
  let description: String

  /// Shrinks a failing trace and writes it as a scenario file.
  init(seed: Int, trouble: TraceGenerator.Trouble, _ trace: Trace, _ finding: Finding) {
    let shrinker = TraceShrinker { TraceRun.finding(in: $0) }
    let (small, smallFinding) = shrinker.shrink(trace, finding)
    description = """
      \(smallFinding)
      Play it again with OPENAPPLOCK_SEED=\(seed) OPENAPPLOCK_TRACES=1 (trouble: \(trouble)), \
      or as a scenario:
      \(small.text(about: smallFinding.claim, failing: smallFinding))
      """
  }
}
