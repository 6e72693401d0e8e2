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
  package static let fields: [Field] = [
    .field("rule", .text, "The rule: its name, its id, or a unique beginning of the id.")
  ]
  package static let replyFields: [Field] = Shapes.rule
  package static let errors: [MessageError] = [
    MessageError(.notFound, "nothing goes by that name"),
    MessageError(.ambiguous, "several things go by that name"),
    MessageError(.damaged, "the rules' file is damaged or a newer program's"),
  ]
}
