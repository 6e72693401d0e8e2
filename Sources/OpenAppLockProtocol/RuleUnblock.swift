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
}
