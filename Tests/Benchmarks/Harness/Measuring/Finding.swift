/// One line of the report.
struct Finding: Encodable {
  /// What was measured, and against what.
  let name: String
  /// Our side; `nil` where no time is measured.
  let ours: Figures?
  /// The reference's side, where there is one.
  let reference: Figures?
  /// How the two compare.
  let ratio: Ratio?
  /// The most memory our side held, in KiB, where that counts.
  let peakKiB: UInt64?
  /// What both did in a second, where that is compared.
  let rates: Rates?
  /// What is aimed at.
  let goal: Goal
  /// Whether that was reached; `nil` where nothing is aimed at.
  let isMet: Bool?

  /// Compares our blocks with a reference's, pair by pair.
  init(_ name: String, ours: [[UInt64]], reference: [[UInt64]], goal: Goal) {
    let ratio = Ratio(ours: ours, reference: reference)
    self.init(
      name, ours: Figures(ours), reference: Figures(reference), ratio: ratio, peakKiB: nil,
      goal: goal)
  }

  /// States our blocks by themselves.
  init(_ name: String, ours: [[UInt64]], peakKiB: UInt64? = nil, goal: Goal) {
    self.init(
      name, ours: Figures(ours), reference: nil, ratio: nil, peakKiB: peakKiB, goal: goal)
  }

  /// States what a process holds.
  init(_ name: String, residentKiB: UInt64, goal: Goal) {
    self.init(name, ours: nil, reference: nil, ratio: nil, peakKiB: residentKiB, goal: goal)
  }

  /// Compares what was done in a second, pair by pair.
  init(_ name: String, rates ours: [Double], reference: [Double], goal: Goal) {
    self.init(
      name, ours: nil, reference: nil,
      ratio: Ratio(ofPairs: zip(ours, reference).map { $0 / $1 }), peakKiB: nil,
      rates: Rates(ours: ours, reference: reference), goal: goal)
  }

  /// Compares how long each took, without a ratio.
  init(_ name: String, times ours: [[UInt64]], reference: [[UInt64]], goal: Goal) {
    self.init(
      name, ours: Figures(ours), reference: Figures(reference), ratio: nil, peakKiB: nil, goal: goal
    )
  }

  /// Compares what two processes hold.
  init(_ name: String, residentKiB: UInt64, referenceKiB: UInt64, goal: Goal) {
    self.init(
      name, ours: nil, reference: nil,
      ratio: Ratio(ofPairs: [Double(residentKiB) / Double(max(referenceKiB, 1))]),
      peakKiB: residentKiB, goal: goal)
  }

  private init(
    _ name: String, ours: Figures?, reference: Figures?, ratio: Ratio?, peakKiB: UInt64?,
    rates: Rates? = nil, goal: Goal
  ) {
    self.name = name
    self.ours = ours
    self.reference = reference
    self.ratio = ratio
    self.peakKiB = peakKiB
    self.rates = rates
    self.goal = goal
    isMet = goal.isMet(by: ours, against: reference, ratio: ratio, peakKiB: peakKiB)
  }
}
