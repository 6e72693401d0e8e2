package import Bus

/// Lists the app lists by their names.
///
/// Changes nothing.
package struct ListList: BusRequest {
  /// Makes the request.
  package init() {}

  /// What the app answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// Every list, in the natural order of the names.
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
  package static let replyFields: [Field] = [
    .field("lists", .list(.object(Shapes.list)), "Every list, oldest first.")
  ]
  package static let errors: [MessageError] = [
    MessageError(.damaged, "the rules' file is damaged or a newer program's")
  ]
}
