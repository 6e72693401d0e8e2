package import Bus

/// Lists the app lists, oldest first.
///
/// Changes nothing.
package struct ListList: BusRequest {
  /// Makes the request.
  package init() {}

  /// What the app answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// Every list, oldest first.
    package let lists: [ListReport]

    /// Makes the answer.
    package init(lists: [ListReport]) {
      self.lists = lists
    }
  }

  package static let name: MessageName = "list.list"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .read,
    repeatable: true,
    summary: "Lists the app lists and the rules that use them.")
  package static var example: ListList {
    ListList()
  }
  package static var exampleReply: Reply {
    Reply(lists: [.example])
  }
}
