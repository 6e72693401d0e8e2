package import Bus

/// Removes an app list for good.
///
/// Refused with `listInUse` where a rule uses it and it isn't to be detached, and with `hardMode` while any hard
/// rule blocks. A rule that is detached has no apps and blocks nothing (decisions W5, W5a).
package struct ListRemove: BusRequest {
  /// The list: name, id, or a unique beginning of the id.
  package let list: String
  /// Whether rules that use it are to have no list then.
  package let detach: Bool

  /// Makes the request.
  package init(list: String, detach: Bool = false) {
    self.list = list
    self.detach = detach
  }

  package typealias Reply = Stored<Removed>

  package static let name: MessageName = "list.remove"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .change,
    repeatable: false,
    summary: "Removes an app list for good.")
  package static var example: ListRemove {
    ListRemove(list: "Games", detach: true)
  }
  package static var exampleReply: Reply {
    Stored(Removed(id: AppListID.example.rawValue, name: "Games", detached: ["Morning Focus"]))
  }
  package static let fields: [Field] = [
    .field("list", .text, "The list: its name, its id, or a unique beginning of the id."),
    .field("detach", .boolean, "Whether rules that use it are to have no list then."),
  ]
  package static let replyFields: [Field] = Shapes.stored(Shapes.removed)
  package static let errors: [MessageError] = [
    MessageError(.hardMode, "a hard rule blocks now"),
    MessageError(.listInUse, "a rule uses it and it is not to be detached"),
    MessageError(.notFound, "nothing goes by that name"),
    MessageError(.ambiguous, "several things go by that name"),
    MessageError(.notStored, "the disk does not take it"),
    MessageError(.damaged, "the rules' file is damaged or a newer program's"),
  ]
}
