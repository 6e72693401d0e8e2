package import CivilTime
package import OpenAppLockRules

/// Minutes and opens by date and rule, as a value.
///
/// A date that comes again, by travel or a clock that was set, finds its numbers as they were (decision
/// L1). Nothing here ever gets smaller but by the refund of an open that could not be granted.
package struct UsageBook: Hashable, Sendable, Codable {
  /// How many dates are kept.
  ///
  /// They are counted, not compared with today: a clock that is set ahead for a moment must not cost
  /// the dates before.
  package static let keptDates = 35

  private var days: [String: UsagePage] = [:]

  /// Makes an empty book.
  package init() {}

  /// What is known of a rule on a date.
  package func usage(of rule: RuleID, on date: CivilDate) -> DayUsage {
    days[date.description]?.usage[rule] ?? .none
  }

  /// What is known of all rules on a date, for somebody who asks about many.
  package func usage(on date: CivilDate) -> [RuleID: DayUsage] {
    days[date.description]?.usage ?? [:]
  }

  /// What is known of a rule on several dates together.
  package func usage(of rule: RuleID, from first: CivilDate, through last: CivilDate) -> DayUsage {
    guard first < last else { return usage(of: rule, on: last) }
    let dates = first.description...last.description
    return days.filter { dates.contains($0.key) }.compactMap { $0.value.usage[rule] }
      .reduce(.none) { DayUsage(minutes: $0.minutes + $1.minutes, opens: $0.opens + $1.opens) }
  }

  /// The dates of which anything is known, sorted.
  package var dates: [String] { days.keys.sorted() }

  /// Records that a rule's use has reached some minutes; fewer than are known change nothing (L3).
  package mutating func record(minutes: Int, of rule: RuleID, on date: CivilDate) {
    change(rule, on: date) { $0.minutes = max($0.minutes, minutes) }
  }

  /// Spends one open of a rule.
  package mutating func spendOpen(of rule: RuleID, on date: CivilDate) {
    change(rule, on: date) { $0.opens += 1 }
  }

  /// Gives back one open of a rule that was spent and could not be granted.
  package mutating func refundOpen(of rule: RuleID, on date: CivilDate) {
    change(rule, on: date) { $0.opens = max(0, $0.opens - 1) }
  }

  private mutating func change(
    _ rule: RuleID, on date: CivilDate, _ change: (inout DayUsage) -> Void
  ) {
    let (key, known) = (date.description, usage(of: rule, on: date))
    var usage = known
    change(&usage)
    guard usage != known else { return }
    days[key, default: UsagePage()].set(usage, of: rule)
    prune(keeping: date)
  }

  private mutating func prune(keeping date: CivilDate) {
    guard days.count > Self.keptDates else { return }
    for old in dates.prefix(days.count - Self.keptDates) where old != date.description {
      days[old] = nil
    }
  }
}

/// What a rule's use on one date came to.
package struct DayUsage: Hashable, Sendable {
  /// Whole minutes.
  package var minutes: Int
  /// Opens spent.
  package var opens: Int

  /// Nothing yet.
  package static let none = DayUsage(minutes: 0, opens: 0)

  /// Makes a pair.
  package init(minutes: Int, opens: Int) {
    self.minutes = minutes
    self.opens = opens
  }
}

/// `{"minutes": 18, "opens": 2}`, without what is zero; numbers below zero are no usage.
extension DayUsage: Codable {
  private enum CodingKeys: String, CodingKey {
    case minutes
    case opens
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    minutes = try container.decodeIfPresent(Int.self, forKey: .minutes) ?? 0
    opens = try container.decodeIfPresent(Int.self, forKey: .opens) ?? 0
    guard minutes >= 0, opens >= 0 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "minutes and opens are never negative"))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if minutes != 0 { try container.encode(minutes, forKey: .minutes) }
    if opens != 0 { try container.encode(opens, forKey: .opens) }
  }
}
