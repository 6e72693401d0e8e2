/// Asks to be told of every message that the service receives and sends from now on.
///
/// Sent by whoever looks. A role sees what it may: the administrator and the service's own account
/// everything, a desktop user what he or his own programs sent and got; an extension that the service
/// started is refused. What is told comes in `tap.records` and ends with the connection. Repeating it
/// begins anew.
package struct TapOpen: BusRequest {
  /// How many of the last messages are told first; at most 256 are kept.
  package let past: Int?

  /// Makes the request.
  package init(past: Int? = nil) {
    self.past = past
  }

  /// What a reader is told of.
  package enum Sight: String, Codable, CaseIterable, Sendable, Hashable {
    /// Every message, and what the service tells of itself.
    case everything
    /// What his own programs sent and got.
    case own
  }

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// What the reader is told of.
    package let sees: Sight

    /// Makes the answer.
    package init(sees: Sight) {
      self.sees = sees
    }
  }

  package static let name: MessageName = "tap.open"
  package static let traits = MessageTraits(
    senders: [.root, .serviceUser, .desktopUser], effect: .read, repeatable: true,
    summary: "Asks to be told of every message from now on, as far as the sender may see it.")
  package static var example: TapOpen { TapOpen(past: 20) }
  package static var exampleReply: Reply { Reply(sees: .everything) }
  package static let fields: [Field] = [
    .optional("past", .integer, "How many of the last messages are told first; 256 are kept.")
  ]
  package static let replyFields: [Field] = [
    .field(
      "sees", .choice(Sight.allCases.map(\.rawValue)),
      "Whether every message is told, or what the reader's own programs sent and got.")
  ]
  package static let errors = [MessageError(.invalid, "the service has 64 readers already")]
}
