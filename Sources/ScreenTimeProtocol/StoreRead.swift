package import Bus
package import ScreenTimeModel

/// Reads a named store of the sender's app group: what was written there, never the union.
///
/// Changes nothing. A store that was never written is empty.
package struct StoreRead: BusRequest {
  /// The store's name within the sender's app group.
  package let store: String

  /// Makes the request.
  package init(store: String) {
    self.store = store
  }

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// What the store says.
    package let settings: StoreSettings

    /// Makes the answer.
    package init(settings: StoreSettings) {
      self.settings = settings
    }
  }

  package static let name: MessageName = "store.read"
  package static let traits = MessageTraits(
    senders: .writers,
    effect: .read,
    repeatable: true,
    summary: "Reads what was written to a named store, never the union.")
  package static var example: StoreRead {
    StoreRead(store: "rule-focus")
  }
  package static var exampleReply: Reply {
    Reply(settings: .exampleShield)
  }
  package static let fields: [Field] = [
    .field("store", .text, "The store's name within the sender's app group.")
  ]
  package static let replyFields: [Field] = [
    .field("settings", .object(Shapes.storeSettings), "What the store says; never the union.")
  ]
  package static let errors: [MessageError] = [
    MessageError(.invalid, "the sender named no app group in its hello")
  ]
}
