import AppGroup
import OpenAppLockRules

/// One date of the ledger, as a value: minutes and opens by rule.
///
/// The dates that are over never change, so each is written once and copied into the ledger from then on.
struct UsagePage: Hashable, Sendable {
  /// What is known.
  private(set) var usage: [RuleID: DayUsage] = [:]
  private var part = DocumentPart()

  /// Sets what is known of a rule.
  mutating func set(_ known: DayUsage, of rule: RuleID) {
    usage[rule] = known
    part = DocumentPart()
  }

  /// Makes an empty page.
  init() {}
}

/// The rules' usage by id, and nothing around it.
extension UsagePage: Codable {
  /// Reads a page from a document.
  init(from decoder: any Decoder) throws {
    usage = try [RuleID: DayUsage](from: decoder)
  }

  /// Writes a page to a document.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(try part.written(usage))
  }
}
