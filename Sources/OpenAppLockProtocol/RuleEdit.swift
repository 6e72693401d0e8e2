package import Bus

/// Changes a rule; what isn't said stays.
///
/// A `list` that is `null` takes the rule's list away; one that is absent stays. Refused with `hardMode`
/// while the rule is hard and blocks (decision U3), with `usage` for an option of another kind. What it
/// leads to is worked out at once.
package struct RuleEdit: BusRequest {
  /// The rule: name, id, or a unique beginning of the id.
  package let rule: String
  /// What becomes of it.
  package let input: RuleInput

  /// Makes the request.
  package init(rule: String, input: RuleInput) {
    self.rule = rule
    self.input = input
  }

  package typealias Reply = Stored<RuleReport>

  package static let name: MessageName = "rule.edit"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .change,
    repeatable: true,
    summary: "Changes a rule; what is not said stays.")
  package static var example: RuleEdit {
    RuleEdit(rule: "Morning Focus", input: .example)
  }
  package static var exampleReply: Reply {
    Stored(.example)
  }
  package static let fields: [Field] = [
    .field("rule", .text, "The rule: its name, its id, or a unique beginning of the id."),
    .field("input", .object(Shapes.ruleInput), "What becomes of it."),
  ]
  package static let replyFields: [Field] = Shapes.stored(Shapes.rule)
  package static let errors: [MessageError] = [
    MessageError(.hardMode, "a hard rule blocks now"),
    MessageError(.usage, "what was said does not fit together"),
    MessageError(.invalid, "an app is not installed or must never be blocked"),
    MessageError(BusErrorCode(rawValue: "overLimit"), "the rule is over a limit of the platform"),
    MessageError(.notFound, "nothing goes by that name"),
    MessageError(.ambiguous, "several things go by that name"),
    MessageError(.notStored, "the disk does not take it"),
    MessageError(.damaged, "the rules' file is damaged or a newer program's"),
  ]
}
