package import CivilTime

/// A message that a service received or sent, as its tap tells it.
package struct TapRecord: Sendable {
  /// Which way the message went, seen from the service.
  package enum Direction: String, Sendable {
    /// A peer sent it.
    case received
    /// The service sent it.
    case sent
  }

  /// The record's number; one that is missing was lost.
  package let sequence: UInt64
  /// Which way it went.
  package let direction: Direction
  /// What the peer calls itself; nil before its hello.
  package let peer: String?
  /// The peer's account and process, from the kernel.
  package let credentials: Credentials
  /// `request`, `reply`, `error` or `notice`; nil when the header can't be read.
  package let kind: String?
  /// The message's name.
  package let type: MessageName?
  /// The message.
  package let reference: MessageReference?
  /// The message that led to it.
  package let cause: MessageReference?
  /// The service's time in it.
  package let time: Instant?
  /// The header as it went.
  package let header: String
  /// The body as it went.
  package let body: String
}

extension TapRecord {
  /// Reads what a tap published; nil for what isn't a record.
  ///
  /// The header may be one that the service refused, so it is kept as text whatever it is.
  init?(_ parts: [[UInt8]]) {
    guard parts.count == 4, let line = TapLine(parsing: parts[1]) else { return nil }
    let read = try? Header(parsing: parts[2])
    self.init(
      sequence: line.sequence, direction: line.direction, peer: line.peer,
      credentials: line.credentials, kind: read?.kind.rawValue, type: read?.type,
      reference: read?.reference, cause: read?.cause, time: read?.time,
      header: String(decoding: parts[2], as: UTF8.self),
      body: String(decoding: parts[3], as: UTF8.self))
  }
}
