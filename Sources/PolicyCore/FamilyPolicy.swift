package import CivilTime

/// What a family has agreed on: how long, when, and what can be earned (decision F1).
///
/// A value can't be wrong: whoever holds one knows that each field is in its range and that a day's
/// minutes together with what can be earned are no more than a day has.
package struct FamilyPolicy: Hashable, Sendable {
  /// The family's zone: its days are everybody's days, whatever a device says (W7).
  package let zone: Zone
  /// Free minutes a day, 0 to 1440.
  package let dailyLimitMinutes: Int
  /// When use is allowed, every day; equal edges are the whole day.
  package let allowedHours: DailyWindow
  /// Minutes that a passed challenge earns, 1 to 240.
  package let rewardMinutes: Int
  /// The most minutes that a day can earn, 0 to 1440.
  package let dailyBonusCapMinutes: Int
  /// How many questions a challenge has, 1 to 50.
  package let challengeQuestions: Int
  /// The largest number in a question, 2 to 1000.
  package let challengeMaxOperand: Int
  /// The kinds of sums that are asked; at least one.
  package let challengeOperations: Set<ChallengeOperation>

  /// Judges written fields that were chosen before: a zone by any name that leads to its table is taken.
  ///
  /// - Throws: everything that is missing, unknown, of another kind, or out of its range, at once.
  package init(fields: [String: PolicyValue]) throws(PolicyError) {
    try self.init(PolicyReader(fields))
  }

  /// Judges fields that somebody chooses now: the zone goes by a name that is the same on every machine.
  ///
  /// - Throws: as ``init(fields:)``.
  package init(choosing fields: [String: PolicyValue]) throws(PolicyError) {
    try self.init(PolicyReader(fields, isChoosing: true))
  }

  private init(_ read: consuming PolicyReader) throws(PolicyError) {
    var reader = read
    let zone = reader.zone(.timezone)
    let limit = reader.number(.dailyLimitMinutes)
    let start = reader.time(.allowedStart)
    let end = reader.time(.allowedEnd)
    let reward = reader.number(.rewardMinutes)
    let cap = reader.number(.dailyBonusCapMinutes)
    let questions = reader.number(.challengeQuestions)
    let operand = reader.number(.challengeMaxOperand)
    let operations = reader.operations(.challengeOperations)
    if let limit, let cap, limit + cap > 1440 {
      reader.refuse(
        .dailyBonusCapMinutes,
        "with the daily limit that is \(limit + cap) minutes, and a day has 1440")
    }
    guard reader.problems.isEmpty, let zone, let limit, let start, let end, let reward, let cap,
      let questions, let operand, let operations
    else { throw PolicyError(reader.problems) }
    self.zone = zone
    dailyLimitMinutes = limit
    allowedHours = DailyWindow(from: start, to: end)
    rewardMinutes = reward
    dailyBonusCapMinutes = cap
    challengeQuestions = questions
    challengeMaxOperand = operand
    challengeOperations = operations
  }

  /// The fields as they are written.
  package var fields: [String: PolicyValue] {
    let operations = ChallengeOperation.allCases.filter(challengeOperations.contains)
    let values: [PolicyField: PolicyValue] = [
      .timezone: .text(zone.identifier),
      .dailyLimitMinutes: .number(dailyLimitMinutes),
      .allowedStart: .text(allowedHours.from.description),
      .allowedEnd: .text(allowedHours.to.description),
      .rewardMinutes: .number(rewardMinutes),
      .dailyBonusCapMinutes: .number(dailyBonusCapMinutes),
      .challengeQuestions: .number(challengeQuestions),
      .challengeMaxOperand: .number(challengeMaxOperand),
      .challengeOperations: .texts(operations.map(\.rawValue)),
    ]
    return Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
  }

  /// The policy with a child's own values in place of the family's.
  ///
  /// - Throws: what is wrong with the values together, such as a limit and a cap that are each right
  ///   and more than a day in sum.
  package func applying(_ overrides: PolicyOverrides) throws(PolicyError) -> FamilyPolicy {
    try FamilyPolicy(fields: fields.merging(overrides.fields) { _, own in own })
  }
}

/// A flat object of all fields.
extension FamilyPolicy: Codable {
  /// Reads a policy, and refuses one that isn't whole.
  package init(from decoder: any Decoder) throws {
    self = try PolicyError.decoding(decoder) { fields throws(PolicyError) in
      try FamilyPolicy(fields: fields)
    }
  }

  /// Writes all fields.
  package func encode(to encoder: any Encoder) throws {
    try fields.encode(to: encoder)
  }
}
