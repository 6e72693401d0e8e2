package import Bus

/// Tells one rule.
///
/// Changes nothing.
package struct RuleShow: BusRequest {
  /// The rule: name, id, or a unique beginning of the id.
  package let rule: String

  /// Makes the request.
  package init(rule: String) {
    self.rule = rule
  }

  package typealias Reply = RuleReport

  package static let name: MessageName = "rule.show"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .read,
    repeatable: true,
    summary: "Tells one rule with its status.")
  package static var example: RuleShow {
    RuleShow(rule: "Morning Focus")
  }
  package static var exampleReply: Reply {
    .example
  }
}
