package import CivilTime

/// A message that a service received or sent, or something that it did, as its tap tells it.
package struct TapRecord: Sendable {
  /// Which way the message went, seen from the service.
  package enum Direction: String, Codable, CaseIterable, Sendable {
    /// A peer sent it.
    case received
    /// The service sent it.
    case sent
    /// Nobody sent it: the service tells what it did.
    case told
  }

  /// The record's number for this reader; one that is missing was lost.
  package let sequence: UInt64
  /// Which way it went.
  package let direction: Direction
  /// What the peer calls itself; nil before its hello.
  package let peer: String?
  /// The peer's account and process, from the kernel.
  package let credentials: Credentials
  /// What the peer is to the service; nil for a stranger.
  package let role: Role?
  /// The service's time when it went.
  package let time: Instant?
  /// How long the machine had been up when it went: what durations are told by.
  package let uptime: Duration
  /// How many bytes the body had.
  package let size: Int
  /// Whether the body is longer than what is told of it.
  package let isCut: Bool
  /// The header as it went.
  package let header: String
  /// The body as it went, without what is secret.
  package let body: String

  /// Joins a message and what is known of its way.
  ///
  /// The header may be one that the service refused, so it is kept as text whatever it is.
  package init(
    sequence: UInt64, direction: Direction, peer: String?, credentials: Credentials, role: Role?,
    time: Instant?, uptime: Duration, size: Int, isCut: Bool = false, header: String, body: String
  ) {
    self.sequence = sequence
    self.direction = direction
    self.peer = peer
    self.credentials = credentials
    self.role = role
    self.time = time
    self.uptime = uptime
    self.size = size
    self.isCut = isCut
    self.header = header
    self.body = body
  }
}

/// What the header says; it is read when somebody asks, as many a record is only counted.
extension TapRecord {
  /// `request`, `reply`, `error` or `notice`; nil when the header can't be read.
  package var kind: String? { read?.kind.rawValue }
  /// The message's name.
  package var type: MessageName? { read?.type }
  /// The message.
  package var reference: MessageReference? { read?.reference }
  /// The message that led to it.
  package var cause: MessageReference? { read?.cause }

  private var read: Header? { try? Header(parsing: Array(header.utf8)) }
}

/// One flat object.
extension TapRecord: Codable {
  private enum CodingKeys: String, CodingKey {
    case body
    case isCut = "cut"
    case direction
    case gid
    case header
    case peer = "name"
    case pid
    case role
    case sequence
    case size
    case time
    case uid
    case uptime
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      sequence: try container.decode(UInt64.self, forKey: .sequence),
      direction: try container.decode(Direction.self, forKey: .direction),
      peer: try container.decodeIfPresent(String.self, forKey: .peer),
      credentials: Credentials(
        uid: try container.decode(UInt32.self, forKey: .uid),
        gid: try container.decode(UInt32.self, forKey: .gid),
        pid: try container.decode(Int32.self, forKey: .pid)),
      role: try container.decodeIfPresent(Role.self, forKey: .role),
      time: try TapRecord.time(container),
      uptime: .microseconds(try container.decode(Int64.self, forKey: .uptime)),
      size: try container.decode(Int.self, forKey: .size),
      isCut: try container.decodeIfPresent(Bool.self, forKey: .isCut) ?? false,
      header: try container.decode(String.self, forKey: .header),
      body: try container.decode(String.self, forKey: .body))
  }

  /// The time in the spelling of headers, which is read faster than any other that an instant may have.
  private static func time(
    _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> Instant? {
    guard let text = try container.decodeIfPresent(String.self, forKey: .time) else { return nil }
    return try InstantText.parse(Array(text.utf8)[...])
      ?? container.decode(Instant.self, forKey: .time)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(body, forKey: .body)
    if isCut { try container.encode(true, forKey: .isCut) }
    try container.encode(direction, forKey: .direction)
    try container.encode(credentials.gid, forKey: .gid)
    try container.encode(header, forKey: .header)
    try container.encodeIfPresent(peer, forKey: .peer)
    try container.encode(credentials.pid, forKey: .pid)
    try container.encodeIfPresent(role, forKey: .role)
    try container.encode(sequence, forKey: .sequence)
    try container.encode(size, forKey: .size)
    try container.encodeIfPresent(time, forKey: .time)
    try container.encode(credentials.uid, forKey: .uid)
    try container.encode(uptime.wholeMicroseconds, forKey: .uptime)
  }

  static let shape = Shape.object([
    .field("body", .text, "The body as it went, without what is secret."),
    .optional("cut", .boolean, "Whether the body is longer than what is told of it."),
    .field(
      "direction", .choice(Direction.allCases.map(\.rawValue)),
      "Which way it went, seen from the service; what is told, nobody sent."),
    .field("gid", .integer, "The peer's group.").ofMachine,
    .field("header", .text, "The header as it went.").drawn,
    .optional("name", .text, "What the peer calls itself; absent before its hello."),
    .field("pid", .integer, "The peer's process.").drawn,
    .optional(
      "role", .choice(Role.allCases.map(\.rawValue)),
      "What the peer is to the service; absent for a stranger."),
    .field("sequence", .integer, "The record's number for this reader."),
    .field("size", .integer, "How many bytes the body had."),
    .optional("time", .form(.instant), "The service's time when it went."),
    .field("uid", .integer, "The peer's user.").ofMachine,
    .field("uptime", .integer, "Microseconds since the machine was started.").drawn,
  ])
}

extension Duration {
  /// The duration in microseconds; what is finer is dropped.
  package var wholeMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
