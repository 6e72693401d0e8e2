package import Bus

/// Switches a rule on.
///
/// Repeating it is safe.
package struct RuleEnable: BusRequest {
  /// The rule: name, id, or a unique beginning of the id.
  package let rule: String

  /// Makes the request.
  package init(rule: String) {
    self.rule = rule
  }

  package typealias Reply = Stored<RuleReport>

  package static let name: MessageName = "rule.enable"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .change,
    repeatable: true,
    summary: "Switches a rule on.")
  package static var example: RuleEnable {
    RuleEnable(rule: "Morning Focus")
  }
  package static var exampleReply: Reply {
    Stored(.example)
  }
}
