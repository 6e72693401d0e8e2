package import CivilTime

extension FamilyPolicy {
  /// What a new family starts with: an example to be changed, not advice.
  ///
  /// - Parameter zone: The family's zone.
  package static func start(in zone: Zone) -> FamilyPolicy {
    let fields: [PolicyField: PolicyValue] = [
      .timezone: .text(zone.identifier), .dailyLimitMinutes: .number(60),
      .allowedStart: .text("07:00"), .allowedEnd: .text("20:00"), .rewardMinutes: .number(15),
      .dailyBonusCapMinutes: .number(60), .challengeQuestions: .number(10),
      .challengeMaxOperand: .number(12), .challengeOperations: .texts(["add", "subtract"]),
    ]
    do {
      return try FamilyPolicy(
        fields: Dictionary(uniqueKeysWithValues: fields.map { ($0.key.rawValue, $0.value) }))
    } catch {
      preconditionFailure("the policy that a family starts with is whole: \(error)")
    }
  }
}
