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
    /// Counts the writes to stores in this life of the service: while it is the same, every store says
    /// what it said.
    package let revision: Int?

    /// Makes the answer.
    package init(stores: [String], revision: Int? = nil) {
      self.stores = stores
      self.revision = revision
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
    Reply(stores: ["rule-focus", "uninstall-protection"], revision: 17)
  }
  package static let replyFields: [Field] = [
    .field("stores", .list(.text), "The names, sorted."),
    .optional(
      "revision", .integer,
      "Counts the writes to stores in this life of the service; while it is the same, every store says"
        + " what it said."),
  ]
  package static let errors: [MessageError] = [
    MessageError(.invalid, "the sender named no app group in its hello")
  ]
}
