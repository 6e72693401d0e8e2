package import Bus

/// Switches a rule off and keeps it.
///
/// Refused with `hardMode` while the rule is hard and blocks. Repeating it is safe.
package struct RuleDisable: BusRequest {
  /// The rule: name, id, or a unique beginning of the id.
  package let rule: String

  /// Makes the request.
  package init(rule: String) {
    self.rule = rule
  }

  package typealias Reply = Stored<RuleReport>

  package static let name: MessageName = "rule.disable"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .change,
    repeatable: true,
    summary: "Switches a rule off and keeps it.")
  package static var example: RuleDisable {
    RuleDisable(rule: "Morning Focus")
  }
  package static var exampleReply: Reply {
    Stored(.example)
  }
  package static let fields: [Field] = [
    .field("rule", .text, "The rule: its name, its id, or a unique beginning of the id.")
  ]
  package static let replyFields: [Field] = Shapes.stored(Shapes.rule)
  package static let errors: [MessageError] = [
    MessageError(.notFound, "nothing goes by that name"),
    MessageError(.ambiguous, "several things go by that name"),
    MessageError(.notStored, "the disk does not take it"),
    MessageError(.damaged, "the rules' file is damaged or a newer program's"),
    MessageError(.hardMode, "a hard rule blocks now"),
  ]
}
