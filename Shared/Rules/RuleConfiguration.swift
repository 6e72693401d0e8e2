/// What a rule's kind is and the options that this kind has; no kind can hold another's.
///
/// What a kind does stands in one file, its configuration's; this type only finds it.
package enum RuleConfiguration: Hashable, Sendable {
  /// Blocks during a daily window.
  case schedule(ScheduleConfig)
  /// Blocks after some minutes of use a day.
  case timeLimit(TimeLimitConfig)
  /// Blocks after some opens a day.
  case openLimit(OpenLimitConfig)

  /// Which kind it is.
  package var kind: RuleKind {
    switch self {
    case .schedule: .schedule
    case .timeLimit: .timeLimit
    case .openLimit: .openLimit
    }
  }

  /// What a rule of this kind does.
  var behavior: any RuleBehavior {
    switch self {
    case .schedule(let config): config
    case .timeLimit(let config): config
    case .openLimit(let config): config
    }
  }
}

/// Flat: `kind`, and the kind's own options beside it.
extension RuleConfiguration: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self =
      switch try container.decode(RuleKind.self, forKey: .kind) {
      case .schedule: .schedule(try ScheduleConfig(from: decoder))
      case .timeLimit: .timeLimit(try TimeLimitConfig(from: decoder))
      case .openLimit: .openLimit(try OpenLimitConfig(from: decoder))
      }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try behavior.encode(to: encoder)
  }
}
