/// What was measured of one side: the middle and the tail, in nanoseconds.
struct Figures: Encodable {
  /// Half of all samples took no longer, in nanoseconds.
  let p50: UInt64
  /// 99 of 100 samples took no longer, in nanoseconds.
  let p99: UInt64
  /// How many samples there were.
  let samples: Int

  /// Sums up blocks of samples.
  init(_ blocks: [[UInt64]]) {
    let all = Distribution(blocks.flatMap(\.self))
    p50 = all.median
    p99 = all.quantile(0.99)
    samples = all.count
  }
}
