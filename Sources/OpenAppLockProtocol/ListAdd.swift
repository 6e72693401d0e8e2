package import Bus

/// Makes an app list.
///
/// Refused with `invalid` for an app that isn't installed or must never be blocked. It works while a hard rule
/// blocks, too.
package struct ListAdd: BusRequest {
  /// Its name and what is in it.
  package let input: ListInput

  /// Makes the request.
  package init(input: ListInput) {
    self.input = input
  }

  package typealias Reply = Stored<ListReport>

  package static let name: MessageName = "list.add"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .change,
    repeatable: false,
    summary: "Makes an app list.")
  package static var example: ListAdd {
    ListAdd(input: .example)
  }
  package static var exampleReply: Reply {
    Stored(.example)
  }
  package static let fields: [Field] = [
    .field("input", .object(Shapes.listInput), "Its name and what is in it.")
  ]
  package static let replyFields: [Field] = Shapes.stored(Shapes.list)
  package static let errors: [MessageError] = [
    MessageError(.usage, "what was said does not fit together"),
    MessageError(.invalid, "an app is not installed or must never be blocked"),
    MessageError(.notStored, "the disk does not take it"),
    MessageError(.damaged, "the rules' file is damaged or a newer program's"),
  ]
}
