package import Bus

/// Tells one app list.
///
/// Changes nothing.
package struct ListShow: BusRequest {
  /// The list: name, id, or a unique beginning of the id.
  package let list: String

  /// Makes the request.
  package init(list: String) {
    self.list = list
  }

  package typealias Reply = ListReport

  package static let name: MessageName = "list.show"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .read,
    repeatable: true,
    summary: "Tells one app list.")
  package static var example: ListShow {
    ListShow(list: "Games")
  }
  package static var exampleReply: Reply {
    .example
  }
  package static let fields: [Field] = [
    .field("list", .text, "The list: its name, its id, or a unique beginning of the id.")
  ]
  package static let replyFields: [Field] = Shapes.list
  package static let errors: [MessageError] = [
    MessageError(.notFound, "nothing goes by that name"),
    MessageError(.ambiguous, "several things go by that name"),
    MessageError(.damaged, "the rules' file is damaged or a newer program's"),
  ]
}
