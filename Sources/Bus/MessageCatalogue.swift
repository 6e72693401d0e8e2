/// Describes every message of a registry: what `bus messages` and the protocol document show.
package struct MessageCatalogue: Sendable {
  /// One message, described.
  package struct Entry: Codable, Hashable, Sendable {
    /// The name on the wire.
    package let type: String
    /// What it is for, in one sentence.
    package let summary: String
    /// The roles that may send it, sorted; empty for what only the service sends.
    package let senders: [String]
    /// What it does to the receiver's state: `read`, `change` or `progress`.
    package let effect: String
    /// Whether sending it twice has the same outcome as sending it once.
    package let repeatable: Bool
    /// A request as it may occur, as JSON.
    package let example: String
    /// An answer to the example, as JSON.
    package let reply: String
  }

  /// The messages, in the registry's order.
  package let entries: [Entry]

  /// Describes the messages of `registry`.
  ///
  /// - Throws: what the encoder finds wrong with an example.
  package init(_ registry: MessageRegistry) throws {
    entries = try registry.all.map(Self.entry)
  }

  private init(entries: [Entry]) {
    self.entries = entries
  }

  /// The catalogue without the messages of another.
  package func without(_ other: MessageCatalogue) -> MessageCatalogue {
    MessageCatalogue(entries: entries.filter { !other.entries.contains($0) })
  }

  private static func entry(_ type: any BusRequest.Type) throws -> Entry {
    Entry(
      type: type.name.description, summary: type.traits.summary,
      senders: type.traits.senders.map(\.rawValue).sorted(), effect: type.traits.effect.rawValue,
      repeatable: type.traits.repeatable, example: try type.golden(), reply: try type.goldenReply())
  }

  /// The catalogue as a part of the protocol document.
  package var markdown: String {
    entries.map(\.markdown).joined(separator: "\n")
  }
}

extension MessageCatalogue.Entry {
  /// Who sends the message, in words.
  package var sendersInWords: String {
    senders.isEmpty ? "the service" : senders.joined(separator: ", ")
  }

  fileprivate var markdown: String {
    """
    #### `\(type)`

    \(summary)

    Sent by: \(sendersInWords) · \(effect) · \(repeatable ? "safe to repeat" : "not safe to repeat")

    ```json
    \(example)
    ```

    → `\(reply)`

    """
  }
}
