import OpenAppLockRules
import ScreenTimeModel
import ScreenTimeProtocol

/// What rules need of the platform at most, whether they are due now or not.
struct PlatformNeed {
  /// What is too much, in a sentence with the number and the limit, and what helps.
  struct Excess: Hashable {
    let message: String
    let hint: String
  }

  /// How many activities are monitored for the rules.
  private let activities: Int
  /// How many of them have a store that says something while they shield.
  private let stores: Int
  /// How many tokens are in the fullest field of each rule's selection.
  private let tokens: [RuleID: Int]
  private let names: [RuleID: String]

  /// Adds up what rules need; one that can't block, whatever the time, needs nothing.
  init(of rules: [RuleSnapshot]) {
    var activities = 0
    var tokens: [RuleID: Int] = [:]
    for rule in rules {
      let planned = RuleActivities.count(for: rule)
      guard planned > 0, let selection = rule.selection else { continue }
      activities += planned
      tokens[rule.id] = selection.largestFieldCount
    }
    self.activities = activities
    self.tokens = tokens
    stores = tokens.count
    names = Dictionary(rules.map { ($0.id, $0.name) }) { first, _ in first }
  }

  /// The first thing of which there is too much, and more than before; `nil` where all fits.
  ///
  /// What is over a limit already, because the limits were others once, is no reason to refuse a change that
  /// makes it less.
  func excess(over limits: LimitsRead.Reply, after before: PlatformNeed) -> Excess? {
    if let most = limits.tokensPerField {
      for (rule, count) in tokens.sorted(by: { $0.key < $1.key })
      where count > most && count > before.tokens[rule] ?? 0 {
        return Excess(
          message: "\"\(names[rule] ?? rule.rawValue)\" would block \(count) apps, categories or"
            + " sites by name, and the limits \"\(limits.name)\" allow \(most)",
          hint: "choose fewer, or whole categories")
      }
    }
    if activities > limits.activities, activities > before.activities {
      return Excess(
        message: "the rules would need \(activities) activities, and the limits"
          + " \"\(limits.name)\" allow \(limits.activities)",
        hint: "disable or remove a rule; a window that crosses midnight needs two")
    }
    if let most = limits.stores, stores > most, stores > before.stores {
      return Excess(
        message: "\(stores) rules would have a store each, and the limits \"\(limits.name)\""
          + " allow \(most)",
        hint: "disable or remove a rule")
    }
    return nil
  }
}

extension FamilyActivitySelection {
  /// How many tokens are in its fullest field.
  fileprivate var largestFieldCount: Int {
    max(applicationTokens.count, categoryTokens.count, webDomainTokens.count)
  }
}
