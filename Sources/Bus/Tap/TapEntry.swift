import CivilTime

/// A message as the tap keeps it: what went, whose it was, and when.
struct TapEntry {
  let direction: TapRecord.Direction
  /// What the peer calls itself; nil before its hello, and for what concerns no peer.
  let name: String?
  let credentials: Credentials
  let role: Role?
  /// The service's time.
  let time: Instant
  /// Microseconds since the machine was started: what durations are told by.
  let uptime: Int64
  let type: MessageName?
  let header: [UInt8]
  /// The body, without what is secret, and cut where it is very long.
  let body: [UInt8]
  /// How many bytes the body had.
  let size: Int

  /// The most bytes of a body that are kept and told.
  static let bodyLimit = 256 << 10

  /// Whether the body is told whole.
  var isCut: Bool { size > TapEntry.bodyLimit }
}

extension TapEntry {
  /// The entry as a record of a reader's.
  func record(_ sequence: UInt64) -> TapRecord {
    TapRecord(
      sequence: sequence, direction: direction, peer: name, credentials: credentials, role: role,
      time: time, uptime: .microseconds(uptime), size: size, isCut: isCut,
      header: String(decoding: header, as: UTF8.self),
      body: String(decoding: body, as: UTF8.self))
  }

  /// The entry's JSON, but for its number: what stands before it, and what stands behind.
  ///
  /// Each reader has numbers of his own, so the two are made once and joined for each. They are written
  /// by hand, as it is done for every message while somebody reads; `TapRecord` reads the same.
  var json: (before: [UInt8], behind: [UInt8]) {
    var before: [UInt8] = []
    before.reserveCapacity(body.count + header.count + 200)
    before.append(contentsOf: "{\"body\":".utf8)
    TapText.append(body, to: &before)
    if isCut { before.append(contentsOf: ",\"cut\":true".utf8) }
    before.append(contentsOf: ",\"direction\":\"".utf8)
    before.append(contentsOf: direction.rawValue.utf8)
    before.append(contentsOf: "\",\"gid\":".utf8)
    TapText.append(UInt64(credentials.gid), to: &before)
    before.append(contentsOf: ",\"header\":".utf8)
    TapText.append(header, to: &before)
    if let name {
      before.append(contentsOf: ",\"name\":\"".utf8)
      before.append(contentsOf: name.utf8)
      before.append(UInt8(ascii: "\""))
    }
    before.append(contentsOf: ",\"pid\":".utf8)
    TapText.append(UInt64(credentials.pid.magnitude), to: &before)
    if let role {
      before.append(contentsOf: ",\"role\":\"".utf8)
      before.append(contentsOf: role.rawValue.utf8)
      before.append(UInt8(ascii: "\""))
    }
    before.append(contentsOf: ",\"sequence\":".utf8)

    var behind: [UInt8] = []
    behind.reserveCapacity(120)
    behind.append(contentsOf: ",\"size\":".utf8)
    TapText.append(UInt64(size), to: &behind)
    behind.append(contentsOf: ",\"time\":\"".utf8)
    behind.append(contentsOf: InstantText.bytes(time) ?? Array(time.description.utf8))
    behind.append(contentsOf: "\",\"uid\":".utf8)
    TapText.append(UInt64(credentials.uid), to: &behind)
    behind.append(contentsOf: ",\"uptime\":".utf8)
    TapText.append(UInt64(uptime.magnitude), to: &behind)
    behind.append(UInt8(ascii: "}"))
    return (before, behind)
  }
}
