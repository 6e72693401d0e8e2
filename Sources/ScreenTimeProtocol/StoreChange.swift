package import Bus
package import ScreenTimeModel

/// Writes to a named store of the sender's app group.
///
/// Sent by an app or its extensions. The fields named change together; the union, and with it what is
/// enforced, follows before the answer. Repeating it is safe. Refused with `overLimit` when a
/// field or the number of stores passes the limits in force (decision P6): nothing is written then.
package struct StoreChange: BusRequest {
  /// The store's name within the sender's app group.
  package let store: String
  /// What becomes of each field.
  package let changes: StoreChanges

  /// Makes the request.
  package init(store: String, changes: StoreChanges) {
    self.store = store
    self.changes = changes
  }

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// What the store says now, as stored.
    package let settings: StoreSettings
    /// How many writes to stores this life of the service has counted, this one included.
    package let revision: Int?

    /// Makes the answer.
    package init(settings: StoreSettings, revision: Int? = nil) {
      self.settings = settings
      self.revision = revision
    }
  }

  package static let name: MessageName = "store.change"
  package static let traits = MessageTraits(
    senders: .writers,
    effect: .change,
    repeatable: true,
    summary: "Writes fields of a named store; the union follows before the answer.")
  package static var example: StoreChange {
    StoreChange(store: "rule-focus", changes: .replacingAll(with: .exampleShield))
  }
  package static var exampleReply: Reply {
    Reply(settings: .exampleShield, revision: 17)
  }
  package static let fields: [Field] = [
    .field("store", .text, "The store's name within the sender's app group."),
    .field(
      "changes", .object(Shapes.storeChanges),
      "What becomes of each field: absent keeps it, null relinquishes it."),
  ]
  package static let replyFields: [Field] = [
    .field("settings", .object(Shapes.storeSettings), "What the store says now, as stored."),
    .optional(
      "revision", .integer, "How many writes this life of the service has counted, with this one."),
  ]
  package static let errors: [MessageError] = [
    MessageError(.overLimit, "a field or the number of stores passes the limits in force"),
    MessageError(.notSaved, "the disk does not take it"),
    MessageError(.invalid, "the sender named no app group in its hello"),
  ]
}
