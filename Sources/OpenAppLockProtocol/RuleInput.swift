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
  /// Its app list, or that it is to have none.
  package var list: ListChoice?
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
}

/// An object of what is said; a `list` that is `null` takes the rule's list away, one that is absent
/// says nothing.
extension RuleInput {
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

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decodeIfPresent(String.self, forKey: .name)
    isEnabled = try container.decodeIfPresent(Bool.self, forKey: .isEnabled)
    hardMode = try container.decodeIfPresent(Bool.self, forKey: .hardMode)
    days = try container.decodeIfPresent(WeekdaySet.self, forKey: .days)
    if container.contains(.list) {
      // Not `decodeIfPresent`, to which `null` is the same as nothing.
      list = try container.decode(ListChoice.self, forKey: .list)
    }
    from = try container.decodeIfPresent(TimeOfDay.self, forKey: .from)
    to = try container.decodeIfPresent(TimeOfDay.self, forKey: .to)
    mode = try container.decodeIfPresent(SelectionMode.self, forKey: .mode)
    adultFilter = try container.decodeIfPresent(Bool.self, forKey: .adultFilter)
    minutes = try container.decodeIfPresent(Int.self, forKey: .minutes)
    opens = try container.decodeIfPresent(Int.self, forKey: .opens)
  }
}
