/// Tells which messages the service knows: what `openapplock bus messages` shows.
///
/// Changes nothing.
package struct BusMessages: BusRequest {
  /// Makes the request.
  package init() {}

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// The service's name.
    package let service: String
    /// The service's version.
    package let version: String
    /// The version of the protocol that it speaks.
    package let `protocol`: Int
    /// Its messages, the bus's own first.
    package let messages: [MessageCatalogue.Entry]

    /// Makes the answer.
    package init(
      service: String, version: String, protocol: Int, messages: [MessageCatalogue.Entry]
    ) {
      self.service = service
      self.version = version
      self.protocol = `protocol`
      self.messages = messages
    }
  }

  package static let name: MessageName = "bus.messages"
  package static let traits = MessageTraits(
    senders: Set(Role.allCases), effect: .read, repeatable: true,
    summary: "Tells which messages the service knows.")
  package static var example: BusMessages { BusMessages() }
  package static var exampleReply: Reply {
    Reply(
      service: "screentimed", version: "1.0", protocol: 1,
      messages: [
        MessageCatalogue.Entry(
          type: "ping", summary: "Asks whether the other side answers at all.",
          senders: ["root"], effect: "read", repeatable: true, isNotice: false, fields: [],
          replyFields: [], errors: [], example: "{}", reply: "{}")
      ])
  }
  package static let replyFields: [Field] = [
    .field("service", .text, "The service's name."),
    .field("version", .text, "The service's version."),
    .field("protocol", .integer, "The version of the protocol that it speaks."),
    .field(
      "messages", .list(.object(MessageCatalogue.Entry.fields)),
      "Its messages, the bus's own first."),
  ]
}
