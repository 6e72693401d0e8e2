package import Bus

/// Lists the rules by their names.
///
/// Changes nothing.
package struct RuleList: BusRequest {
  /// Makes the request.
  package init() {}

  /// What the app answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// Every rule, in the natural order of the names.
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
  package static let replyFields: [Field] = [
    .field("rules", .list(.object(Shapes.rule)), "Every rule, oldest first.")
  ]
  package static let errors: [MessageError] = [
    MessageError(.damaged, "the rules' file is damaged or a newer program's")
  ]
}
