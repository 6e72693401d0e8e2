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
