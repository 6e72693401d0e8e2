package import Bus
public import CivilTime

/// A message between the service and somebody, as it went over the bus.
public struct BusMessage: Hashable, Sendable {
  /// What a message is in a conversation.
  public enum Kind: String, Hashable, Sendable {
    /// It wants an answer.
    case request
    /// It answers.
    case reply
    /// It refuses, or says what failed.
    case error
    /// It wants no answer.
    case notice
  }

  /// Its number, from 1, counted by the service's life that it belongs to.
  public let number: Int
  /// Whether the service sent it; otherwise it was sent to the service.
  public let isFromService: Bool
  /// What the other side calls itself; `nil` before its hello.
  public let peer: String?
  /// What it is; `nil` for one that can't be read.
  public let kind: Kind?
  /// Its name, such as `store.change`; `nil` for one that can't be read.
  public let type: String?
  /// What other messages name it by.
  public let reference: String?
  /// The message that led to it, by its reference.
  public let cause: String?
  /// The service's time; `nil` for one that was sent to the service.
  public let time: Instant?
  /// What it says, as JSON.
  public let body: String

  package init(_ record: TapRecord) {
    number = Int(clamping: record.sequence)
    isFromService = record.direction == .sent
    peer = record.peer
    kind = record.kind.flatMap(Kind.init)
    type = record.type?.text
    reference = record.reference?.description
    cause = record.cause?.description
    time = record.time
    body = record.body
  }
}

extension BusMessage: CustomStringConvertible {
  /// One line: who to whom, what, and what it says.
  public var description: String {
    let other = peer ?? "somebody"
    let way = isFromService ? "service → \(other)" : "\(other) → service"
    let shown = body.count > 400 ? body.prefix(400) + "…" : body[...]
    return "\(way)  \(type ?? "?") \(kind?.rawValue ?? "?")  \(shown)"
  }
}
