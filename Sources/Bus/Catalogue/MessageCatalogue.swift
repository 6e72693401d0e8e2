/// Describes every message of a registry: what `bus messages` and the protocol document show.
package struct MessageCatalogue: Sendable {
  /// One message, described.
  package struct Entry: Codable, Hashable, Sendable {
    /// An error that it may be answered with.
    package struct Failure: Codable, Hashable, Sendable {
      /// The code.
      package let code: String
      /// When it is answered, as it follows "when".
      package let reason: String
    }

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
    /// Whether nothing answers it.
    package let isNotice: Bool
    /// The fields of its body.
    package let fields: [FieldRow]
    /// The fields of its reply.
    package let replyFields: [FieldRow]
    /// What it may be answered with besides what any message may.
    package let errors: [Failure]
    /// A request as it may occur, as JSON.
    package let example: String
    /// An answer to the example, as JSON.
    package let reply: String

    static let fields: [Field] = [
      .field("type", .form(.messageName), "The name on the wire."),
      .field("summary", .text, "What it is for, in one sentence."),
      .field(
        "senders", .list(.choice(Role.allCases.map(\.rawValue))),
        "The roles that may send it; none for what only the service sends."),
      .field(
        "effect", .choice(Effect.allCases.map(\.rawValue)),
        "What it does to the receiver's state."),
      .field("repeatable", .boolean, "Whether sending it twice has the same outcome as once."),
      .field("isNotice", .boolean, "Whether nothing answers it."),
      .field("fields", .list(FieldRow.shape), "The fields of its body."),
      .field("replyFields", .list(FieldRow.shape), "The fields of its reply."),
      .field(
        "errors",
        .list(
          .object([
            .field("code", .text, "The code."),
            .field("reason", .text, "When it is answered, as it follows \"when\"."),
          ])), "What it may be answered with besides what any message may."),
      .field("example", .text, "A request as it may occur, as JSON."),
      .field("reply", .text, "An answer to the example, as JSON."),
    ]
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
      repeatable: type.traits.repeatable, isNotice: type.traits.isNotice,
      fields: FieldRow.rows(type.fields), replyFields: FieldRow.rows(type.replyFields),
      errors: type.errors.map { Entry.Failure(code: $0.code.rawValue, reason: $0.reason) },
      example: try type.golden(), reply: try type.goldenReply())
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
    let traits =
      isNotice ? "a notice" : "\(effect) · \(repeatable ? "safe to repeat" : "not safe to repeat")"
    var parts = ["#### `\(type)`", summary, "Sent by: \(sendersInWords) · \(traits)"]
    if !fields.isEmpty { parts.append(Self.table(fields, "Field")) }
    parts.append("```json\n\(example)\n```")
    if !isNotice { parts.append("→ `\(reply)`") }
    if !replyFields.isEmpty { parts.append(Self.table(replyFields, "Field of the reply")) }
    if !errors.isEmpty {
      parts.append(
        "Errors: " + errors.map { "`\($0.code)` when \($0.reason)" }.joined(separator: "; ") + ".")
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func table(_ rows: [FieldRow], _ heading: String) -> String {
    let lines = rows.map { row in
      let type = row.type.replacing("|", with: "\\|")
      let notes = (row.required ? "" : ", may be missing") + (row.secret ? ", secret" : "")
      return "| `\(row.path)` | \(type)\(notes) | \(row.summary) |"
    }
    return (["| \(heading) | type | meaning |", "| --- | --- | --- |"] + lines)
      .joined(separator: "\n")
  }
}
