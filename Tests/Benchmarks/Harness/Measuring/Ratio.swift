/// How two things compare, from pairs that were measured one right after the other.
///
/// What a machine does in the background hits both halves of a pair alike, so the ratio of a pair is
/// steady where the times themselves drift; the median of the pairs' ratios is the answer.
struct Ratio: Encodable {
  /// The median of the pairs' ratios, ours divided by the reference.
  let value: Double
  /// Where the true median lies with 95 % confidence, from the order of the pairs.
  let low: Double
  /// The upper end of that interval.
  let high: Double
  /// How many pairs there were.
  let pairs: Int

  /// Compares blocks pair by pair, each by its own median.
  init(ours: [[UInt64]], reference: [[UInt64]]) {
    self.init(
      ofPairs: zip(ours, reference).map { mine, other in
        Double(Distribution(mine).median) / Double(max(Distribution(other).median, 1))
      })
  }

  /// Sums up what each pair said.
  init(ofPairs values: [Double]) {
    let ratios = values.sorted()
    pairs = ratios.count
    let middle = Double(ratios.count - 1) / 2
    let reach = 0.98 * Double(ratios.count).squareRoot()
    func ranked(_ rank: Double) -> Double {
      ratios.isEmpty ? 0 : ratios[min(max(Int(rank.rounded()), 0), ratios.count - 1)]
    }
    value = ranked(middle)
    low = ranked(middle - reach)
    high = ranked(middle + reach)
  }
}
