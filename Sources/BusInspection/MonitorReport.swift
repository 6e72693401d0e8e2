package import Bus
package import CivilTime
package import CompactJSON

/// A message as programs read it: an object a line.
package struct MonitorReport: Encodable, Sendable {
  /// The service with which it went.
  package let service: KnownService
  /// The record's number.
  package let sequence: UInt64
  /// The service's time.
  package let time: Instant?
  /// Which way it went, seen from the service.
  package let direction: TapRecord.Direction
  /// What the peer calls itself.
  package let peer: String?
  /// The peer's process.
  package let pid: Int32
  /// The peer's user.
  package let uid: UInt32
  /// What the peer is to the service.
  package let role: Role?
  /// `request`, `reply`, `error` or `notice`; nil when the header can't be read.
  package let kind: String?
  /// The message's name.
  package let type: String?
  /// The message.
  package let id: String?
  /// The message that led to it.
  package let cause: String?
  /// How many bytes the body had.
  package let size: Int
  /// For an answer, how many milliseconds its request took.
  package let milliseconds: Double?
  /// How many causes stand above it, where a chain is followed.
  package let depth: Int?
  /// What is in it; a text where it is no JSON.
  package let body: JSON?
  /// How many messages were lost before it.
  package let lost: UInt64?

  /// Describes a message.
  package init(
    _ message: SeenMessage, took: Duration?, depth: Int?, lost: UInt64, showsBody: Bool
  ) {
    let record = message.record
    service = message.service
    sequence = record.sequence
    time = record.time
    direction = record.direction
    peer = record.peer
    pid = record.credentials.pid
    uid = record.credentials.uid
    role = record.role
    kind = record.kind
    type = record.type?.text
    id = record.reference?.description
    cause = record.cause?.description
    size = record.size
    milliseconds = took.map { Double($0.wholeMicroseconds) / 1000 }
    self.depth = depth
    body = showsBody ? (try? JSON(parsing: record.body)) ?? .text(record.body) : nil
    self.lost = lost > 0 ? lost : nil
  }
}
