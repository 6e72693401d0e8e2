package import Bus

/// Changes an app list; every rule that uses it follows at once.
///
/// Refused with `hardMode` while any hard rule blocks (decision U3).
package struct ListEdit: BusRequest {
  /// The list: name, id, or a unique beginning of the id.
  package let list: String
  /// What becomes of it.
  package let input: ListInput

  /// Makes the request.
  package init(list: String, input: ListInput) {
    self.list = list
    self.input = input
  }

  package typealias Reply = Stored<ListReport>

  package static let name: MessageName = "list.edit"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .change,
    repeatable: false,
    summary: "Changes an app list; the rules that use it follow at once.")
  package static var example: ListEdit {
    ListEdit(list: "Games", input: .example)
  }
  package static var exampleReply: Reply {
    Stored(.example)
  }
  package static let fields: [Field] = [
    .field("list", .text, "The list: its name, its id, or a unique beginning of the id."),
    .field("input", .object(Shapes.listInput), "What becomes of it."),
  ]
  package static let replyFields: [Field] = Shapes.stored(Shapes.list)
  package static let errors: [MessageError] = [
    MessageError(.hardMode, "a hard rule blocks now"),
    MessageError(.usage, "what was said does not fit together"),
    MessageError(.invalid, "an app is not installed or must never be blocked"),
    MessageError(BusErrorCode(rawValue: "overLimit"), "the rule is over a limit of the platform"),
    MessageError(.notFound, "nothing goes by that name"),
    MessageError(.ambiguous, "several things go by that name"),
    MessageError(.notStored, "the disk does not take it"),
    MessageError(.damaged, "the rules' file is damaged or a newer program's"),
  ]
}
