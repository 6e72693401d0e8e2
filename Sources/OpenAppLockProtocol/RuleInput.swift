package import CivilTime
package import OpenAppLockRules

/// What somebody wants a rule to be: each field says something or nothing.
///
/// For a new rule, what isn't said has the default of its kind; for an edit, it stays as it is.
/// Whether the fields fit the rule is for the service to say, see ``RuleOption``.
package struct RuleInput: Codable, Sendable, Hashable {
  /// The rule's name.
  package var name: String?
  /// Whether the rule is on.
  package var isEnabled: Bool?
  /// Whether the rule allows no unblocks.
  package var hardMode: Bool?
  /// The days on which it holds.
  package var days: WeekdaySet?
  /// Its app list: name, id, or a unique beginning of the id.
  package var list: String?
  /// When a schedule's window starts.
  package var from: TimeOfDay?
  /// When a schedule's window ends.
  package var to: TimeOfDay?
  /// Whether a schedule blocks its list, or everything but its list.
  package var mode: SelectionMode?
  /// Whether a schedule engages the filter of adult sites.
  package var adultFilter: Bool?
  /// A time limit's minutes a day.
  package var minutes: Int?
  /// An open limit's opens a day.
  package var opens: Int?

  /// Makes an input that says nothing.
  package init() {}

  /// The options of one kind that are said, in a fixed order.
  package var options: [RuleOption] {
    RuleOption.allCases.filter { option in
      switch option {
      case .from: from != nil
      case .to: to != nil
      case .mode: mode != nil
      case .adultFilter: adultFilter != nil
      case .minutes: minutes != nil
      case .opens: opens != nil
      }
    }
  }

  /// Whether nothing at all is said.
  package var isEmpty: Bool { self == RuleInput() }

  private enum CodingKeys: String, CodingKey {
    case name
    case isEnabled = "enabled"
    case hardMode = "hard"
    case days
    case list
    case from
    case to
    case mode
    case adultFilter
    case minutes
    case opens
  }
}
