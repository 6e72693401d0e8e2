package import OpenAppLockRules

/// An option that only one kind of rule has.
package enum RuleOption: String, CaseIterable, Hashable, Sendable {
  /// When a schedule's window starts.
  case from
  /// When a schedule's window ends.
  case to
  /// Whether a schedule blocks its list, or everything but its list.
  case mode
  /// Whether a schedule engages the filter of adult sites.
  case adultFilter
  /// A time limit's budget.
  case minutes
  /// An open limit's budget.
  case opens

  /// The one kind that has the option.
  package var kind: RuleKind {
    switch self {
    case .from, .to, .mode, .adultFilter: .schedule
    case .minutes: .timeLimit
    case .opens: .openLimit
    }
  }
}

extension RuleOption {
  /// What people call it, as part of a sentence.
  package var words: String {
    switch self {
    case .from: "--from"
    case .to: "--to"
    case .mode: "--allow-only"
    case .adultFilter: "--adult-filter"
    case .minutes: "--minutes"
    case .opens: "--opens"
    }
  }
}

extension RuleKind {
  /// The word for the kind on the command line.
  package var optionName: String {
    switch self {
    case .schedule: "schedule"
    case .timeLimit: "time-limit"
    case .openLimit: "open-limit"
    }
  }
}
