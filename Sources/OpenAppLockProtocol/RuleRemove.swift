package import Bus
import OpenAppLockRules

/// Removes a rule for good.
///
/// Refused with `hardMode` while the rule is hard and blocks.
package struct RuleRemove: BusRequest {
  /// The rule: name, id, or a unique beginning of the id.
  package let rule: String

  /// Makes the request.
  package init(rule: String) {
    self.rule = rule
  }

  package typealias Reply = Stored<Removed>

  package static let name: MessageName = "rule.remove"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .change,
    repeatable: false,
    summary: "Removes a rule for good.")
  package static var example: RuleRemove {
    RuleRemove(rule: "Morning Focus")
  }
  package static var exampleReply: Reply {
    Stored(Removed(id: RuleID.example.description, name: "Morning Focus"))
  }
}
