/// How much two sides did in a second.
struct Rates: Encodable {
  /// Our side, in the middle of its blocks.
  let ours: Double
  /// The reference.
  let reference: Double

  /// Sums up the rates of blocks.
  init(ours: [Double], reference: [Double]) {
    self.ours = Self.median(ours)
    self.reference = Self.median(reference)
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }
}
