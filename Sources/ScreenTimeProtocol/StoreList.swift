package import Bus

/// Lists the stores of the sender's app group that say anything.
///
/// Changes nothing.
package struct StoreList: BusRequest {
  /// Makes the request.
  package init() {}

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// Names, sorted.
    package let stores: [String]

    /// Makes the answer.
    package init(stores: [String]) {
      self.stores = stores
    }
  }

  package static let name: MessageName = "store.list"
  package static let traits = MessageTraits(
    senders: .writers,
    effect: .read,
    repeatable: true,
    summary: "Lists the names of the sender's stores that say anything.")
  package static var example: StoreList {
    StoreList()
  }
  package static var exampleReply: Reply {
    Reply(stores: ["rule-focus", "uninstall-protection"])
  }
  package static let replyFields: [Field] = [
    .field("stores", .list(.text), "The names, sorted.")
  ]
  package static let errors: [MessageError] = [
    MessageError(.invalid, "the sender named no app group in its hello")
  ]
}
