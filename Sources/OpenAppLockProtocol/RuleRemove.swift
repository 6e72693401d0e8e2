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
  package static let fields: [Field] = [
    .field("rule", .text, "The rule: its name, its id, or a unique beginning of the id.")
  ]
  package static let replyFields: [Field] = Shapes.stored(Shapes.removed)
  package static let errors: [MessageError] = [
    MessageError(.hardMode, "a hard rule blocks now"),
    MessageError(.notFound, "nothing goes by that name"),
    MessageError(.ambiguous, "several things go by that name"),
    MessageError(.notStored, "the disk does not take it"),
    MessageError(.damaged, "the rules' file is damaged or a newer program's"),
  ]
}
