/// A child's own values: any fields but the zone; what isn't there is inherited.
///
/// Each value is right by itself. Whether it is right beside the family's others is told by
/// `FamilyPolicy.applying(_:)`, and has to be asked again whenever those change.
package struct PolicyOverrides: Hashable, Sendable {
  /// The written fields.
  package let fields: [String: PolicyValue]

  /// A child that inherits everything.
  package static let none = PolicyOverrides(unchecked: [:])

  /// Judges written fields.
  ///
  /// - Throws: everything that is unknown, of another kind, out of its range, or not the child's.
  package init(fields: [String: PolicyValue]) throws(PolicyError) {
    var reader = PolicyReader(fields)
    for field in PolicyField.allCases where reader.has(field) {
      switch field {
      case .timezone: reader.refuse(field, "the zone is the whole family's; no child has its own")
      case .allowedStart, .allowedEnd: _ = reader.time(field)
      case .challengeOperations: _ = reader.operations(field)
      case .dailyLimitMinutes, .rewardMinutes, .dailyBonusCapMinutes, .challengeQuestions,
        .challengeMaxOperand:
        _ = reader.number(field)
      }
    }
    guard reader.problems.isEmpty else { throw PolicyError(reader.problems) }
    self.init(unchecked: fields)
  }

  private init(unchecked fields: [String: PolicyValue]) {
    self.fields = fields
  }
}

/// A flat object of the fields that are the child's own.
extension PolicyOverrides: Codable {
  /// Reads overrides, and refuses wrong ones.
  package init(from decoder: any Decoder) throws {
    self = try PolicyError.decoding(decoder) { fields throws(PolicyError) in
      try PolicyOverrides(fields: fields)
    }
  }

  /// Writes the fields that are there.
  package func encode(to encoder: any Encoder) throws {
    try fields.encode(to: encoder)
  }
}
