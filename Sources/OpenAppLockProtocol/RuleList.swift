package import Bus

/// Lists the rules, oldest first.
///
/// Changes nothing.
package struct RuleList: BusRequest {
  /// Makes the request.
  package init() {}

  /// What the app answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// Every rule, oldest first.
    package let rules: [RuleReport]

    /// Makes the answer.
    package init(rules: [RuleReport]) {
      self.rules = rules
    }
  }

  package static let name: MessageName = "rule.list"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .read,
    repeatable: true,
    summary: "Lists the rules with their status.")
  package static var example: RuleList {
    RuleList()
  }
  package static var exampleReply: Reply {
    Reply(rules: [.example])
  }
}
