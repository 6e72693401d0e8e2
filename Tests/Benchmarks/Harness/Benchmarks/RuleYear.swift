/// A year of a hundred rules under daily use, simulated in one process.
enum RuleYear: Benchmark {
  static let name = "year"
  static let about = "days of 100 rules under use, simulated in one process"

  /// How many days are played for one sample; a year of them is the figure.
  private static let days = 30
  private static let daysOfYear = 365

  static func run(_ run: Run) throws(BenchmarkError) -> [Finding] {
    let meter = try run.subject("rule-year", ["\(days)"], patience: .seconds(300))
    defer { meter.end() }
    var blocks: [[UInt64]] = []
    for _ in 0..<(run.isQuick ? 1 : 3) { blocks.append(try meter.times(1)) }
    return [
      Finding(
        "a year of 100 rules, from \(days) days", ours: scaled(blocks, by: daysOfYear),
        goal: .limits(p50: .seconds(2), p99: nil, peakKiB: nil)),
      Finding("  a day of it", ours: scaled(blocks, by: 1), goal: .none),
    ]
  }

  private static func scaled(_ blocks: [[UInt64]], by count: Int) -> [[UInt64]] {
    blocks.map { $0.map { $0 * UInt64(count) / UInt64(days) } }
  }
}
