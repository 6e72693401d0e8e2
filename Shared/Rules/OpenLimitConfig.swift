import CivilTime
import ScreenTimeModel

/// Shields from midnight on and lets the user in some times a day, each for fifteen minutes.
package struct OpenLimitConfig: Hashable, Sendable {
  /// The opens that a budget may have.
  package static let allowedOpens = 1...1000

  /// How many opens a day has.
  package let maxOpens: Int

  /// Makes the options.
  ///
  /// - Throws: `invalid` for a number outside ``allowedOpens``.
  package init(maxOpens: Int) throws(RuleError) {
    guard Self.allowedOpens.contains(maxOpens) else {
      throw RuleError(
        code: .invalid, message: "\(maxOpens) opens a day are not possible",
        hint: "choose \(Self.allowedOpens.lowerBound) to \(Self.allowedOpens.upperBound)")
    }
    self.maxOpens = maxOpens
  }

  private func opensLeft(_ usage: RuleUsage) -> Int { max(0, maxOpens - usage.opens) }
}

extension OpenLimitConfig: Codable {
  private enum CodingKeys: String, CodingKey {
    case maxOpens
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let opens = try container.decode(Int.self, forKey: .maxOpens)
    self = try RuleError.decoding(at: decoder) { () throws(RuleError) in
      try OpenLimitConfig(maxOpens: opens)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(maxOpens, forKey: .maxOpens)
  }
}

extension OpenLimitConfig: DailyBudget {
  /// The gate holds from midnight on (decision O1); a session outlives midnight and the last open
  /// (decision O5); a soft unblock lifts the gate as well as the block.
  func state(of rule: RuleSnapshot, usage: RuleUsage, on day: LocalDay) -> RuleState {
    guard rule.days.contains(day.weekday) else {
      return .waiting(nextStart: day.nextStart(on: rule.days))
    }
    if let pause = rule.pause(inForceAt: day.now) { return .paused(until: min(pause, day.end)) }
    if let session = usage.sessionUntil, session > day.now { return .openSession(until: session) }
    let left = opensLeft(usage)
    return left == 0 ? .active(until: day.end) : .gated(opensLeft: left)
  }

  func occasion(on date: CivilDate, in zone: Zone) -> RuleOccasion { .opens(maxOpens) }

  func activities(of id: RuleID, selection: FamilyActivitySelection) -> [PlannedActivity] {
    [PlannedActivity(.day(id), daily: .wholeDay)]
  }

  var dailyOpens: Int? { maxOpens }

  func usageText(_ usage: RuleUsage) -> String? {
    "\(min(usage.opens, maxOpens)) of \(maxOpens) opens today"
  }

  func remainingText(_ usage: RuleUsage) -> String? {
    RuleWords.opensLeft(opensLeft(usage))
  }

  var detailRows: [RuleDetailRow] { [RuleDetailRow("More than", "\(maxOpens) opens daily")] }
}
