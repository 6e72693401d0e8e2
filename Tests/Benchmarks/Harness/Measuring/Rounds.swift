/// Measures blocks of samples in turn: A, B, A, B, and so on.
///
/// - Parameters:
///   - meters: what is compared, in the order of the turns.
///   - rounds: how many turns each has; the first, which warms everything up, is thrown away.
///   - count: how many samples a turn has.
/// - Returns: for each meter its blocks, in the order of the rounds.
/// - Throws: what a meter's process failed with.
func takeTurns(
  _ meters: [Meter], rounds: Int, each count: Int
) throws(BenchmarkError) -> [[[UInt64]]] {
  var blocks = [[[UInt64]]](repeating: [], count: meters.count)
  for round in 0...rounds {
    for (index, meter) in meters.enumerated() {
      let block = try meter.times(count)
      if round > 0 { blocks[index].append(block) }
    }
  }
  return blocks
}
