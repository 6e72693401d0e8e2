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
}
