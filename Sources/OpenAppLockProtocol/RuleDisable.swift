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
}
