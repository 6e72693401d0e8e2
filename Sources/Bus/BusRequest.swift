import CompactJSON

/// A message that is answered: its name, its answer, and what holds of it.
///
/// Each message is a file of its own and a line in its service's registry.
package protocol BusRequest: Codable, Sendable {
  /// What the receiver answers.
  associatedtype Reply: Codable, Sendable
  /// The name on the wire.
  static var name: MessageName { get }
  /// Who may send it, what it does, whether it may be repeated.
  static var traits: MessageTraits { get }
  /// A request as it may occur, for the goldens and the protocol document.
  static var example: Self { get }
  /// An answer to the example.
  static var exampleReply: Reply { get }
  /// The fields of its body, each with what it means.
  static var fields: [Field] { get }
  /// The fields of its reply.
  static var replyFields: [Field] { get }
  /// What it may be answered with, besides what any message may.
  static var errors: [MessageError] { get }
}

extension BusRequest {
  /// A body without fields.
  package static var fields: [Field] { [] }
  /// A reply without fields.
  package static var replyFields: [Field] { [] }
  /// Nothing but what any message may be answered with.
  package static var errors: [MessageError] { [] }
}

/// The empty answer: the request was done.
package struct Acknowledged: Codable, Sendable, Hashable {
  /// Makes the answer.
  package init() {}
}

extension BusRequest {
  /// The example as it goes over the wire.
  ///
  /// - Throws: what the encoder finds wrong with it.
  package static func golden() throws -> String {
    String(decoding: try CompactJSON.encode(example), as: UTF8.self)
  }

  /// The example's answer as it goes over the wire.
  ///
  /// - Throws: what the encoder finds wrong with it.
  package static func goldenReply() throws -> String {
    String(decoding: try CompactJSON.encode(exampleReply), as: UTF8.self)
  }
}
