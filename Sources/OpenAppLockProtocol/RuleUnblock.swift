package import Bus

/// Pauses a rule that blocks, until its window or the day ends (decision U1).
///
/// Refused with `hardMode` for a hard rule and with `invalid` where the rule doesn't block. Other rules that
/// cover the same apps go on blocking them.
package struct RuleUnblock: BusRequest {
  /// The rule: name, id, or a unique beginning of the id.
  package let rule: String

  /// Makes the request.
  package init(rule: String) {
    self.rule = rule
  }

  package typealias Reply = Stored<RuleReport>

  package static let name: MessageName = "rule.unblock"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .change,
    repeatable: true,
    summary: "Pauses a rule that blocks until its window or the day ends.")
  package static var example: RuleUnblock {
    RuleUnblock(rule: "Morning Focus")
  }
  package static var exampleReply: Reply {
    Stored(.example)
  }
  package static let fields: [Field] = [
    .field("rule", .text, "The rule: its name, its id, or a unique beginning of the id.")
  ]
  package static let replyFields: [Field] = Shapes.stored(Shapes.rule)
  package static let errors: [MessageError] = [
    MessageError(.hardMode, "a hard rule blocks now"),
    MessageError(.invalid, "the rule does not block now"),
    MessageError(.unavailable, "the Screen Time service is away, which alone knows the time"),
    MessageError(.notFound, "nothing goes by that name"),
    MessageError(.ambiguous, "several things go by that name"),
    MessageError(.notStored, "the disk does not take it"),
    MessageError(.damaged, "the rules' file is damaged or a newer program's"),
  ]
}
