/// Measured values, sorted.
struct Distribution {
  private let sorted: [UInt64]

  /// Sorts the values.
  init(_ values: [UInt64]) {
    sorted = values.sorted()
  }

  /// How many there are.
  var count: Int { sorted.count }

  /// The value that `share` of all do not exceed; 0 when there are none.
  func quantile(_ share: Double) -> UInt64 {
    guard !sorted.isEmpty else { return 0 }
    let rank = Int((share * Double(sorted.count)).rounded(.up)) - 1
    return sorted[min(max(rank, 0), sorted.count - 1)]
  }

  /// The value in the middle.
  var median: UInt64 { quantile(0.5) }
}
