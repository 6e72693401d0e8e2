package import Bus
package import OpenAppLockRules

/// Makes a rule, of a kind or from a preset.
///
/// It is checked, stored and, where the Screen Time service can be reached, enforced before the answer,
/// which says what was stored. Repeating it makes no second rule: the name is taken then.
package struct RuleAdd: BusRequest {
  /// The kind; `nil` takes the preset's.
  package let kind: RuleKind?
  /// The name of a preset to start from.
  package let preset: String?
  /// What the rule is to be.
  package let input: RuleInput

  /// Makes the request.
  package init(kind: RuleKind? = nil, preset: String? = nil, input: RuleInput) {
    self.kind = kind
    self.preset = preset
    self.input = input
  }

  package typealias Reply = Stored<RuleReport>

  package static let name: MessageName = "rule.add"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .change,
    repeatable: false,
    summary: "Makes a rule, of a kind or from a preset.")
  package static var example: RuleAdd {
    RuleAdd(kind: .schedule, input: .example)
  }
  package static var exampleReply: Reply {
    Stored(.example)
  }
  package static let fields: [Field] = [
    .optional("kind", Shapes.ruleKind, "The kind; without it the preset's."),
    .optional("preset", .text, "The name of a preset to start from."),
    .field("input", .object(Shapes.ruleInput), "What the rule is to be."),
  ]
  package static let replyFields: [Field] = Shapes.stored(Shapes.rule)
  package static let errors: [MessageError] = [
    MessageError(.usage, "what was said does not fit together"),
    MessageError(.invalid, "an app is not installed or must never be blocked"),
    MessageError(BusErrorCode(rawValue: "overLimit"), "the rule is over a limit of the platform"),
    MessageError(.notFound, "nothing goes by that name"),
    MessageError(.notStored, "the disk does not take it"),
    MessageError(.damaged, "the rules' file is damaged or a newer program's"),
  ]
}
