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
}
