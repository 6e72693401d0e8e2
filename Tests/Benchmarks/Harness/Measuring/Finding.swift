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

  private init(
    _ name: String, ours: Figures?, reference: Figures?, ratio: Ratio?, peakKiB: UInt64?, goal: Goal
  ) {
    self.name = name
    self.ours = ours
    self.reference = reference
    self.ratio = ratio
    self.peakKiB = peakKiB
    self.goal = goal
    isMet = goal.isMet(by: ours, ratio: ratio, peakKiB: peakKiB)
  }
}
