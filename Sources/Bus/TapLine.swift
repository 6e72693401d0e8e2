/// The line of a tap's record that says when in the order, which way, and whose.
struct TapLine: Hashable {
  /// Topics that begin with this byte are between a reader and the tap.
  static let mark = UInt8(ascii: "@")
  /// The topic that says that nothing more will come.
  static let goodbye = Array("@goodbye".utf8)

  let sequence: UInt64
  let direction: TapRecord.Direction
  let peer: String?
  let credentials: Credentials

  /// Joins the parts.
  init(
    sequence: UInt64, direction: TapRecord.Direction, peer: String?, credentials: Credentials
  ) {
    self.sequence = sequence
    self.direction = direction
    self.peer = peer
    self.credentials = credentials
  }

  /// Reads a line; nil for what isn't one.
  init?(parsing bytes: [UInt8]) {
    let fields = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard fields.count == 6, let sequence = Header.number(fields[0]),
      let direction = TapRecord.Direction(rawValue: String(decoding: fields[1], as: UTF8.self)),
      let uid = Header.number(fields[3], from: 0).flatMap({ UInt32(exactly: $0) }),
      let gid = Header.number(fields[4], from: 0).flatMap({ UInt32(exactly: $0) }),
      let pid = Header.number(fields[5], from: 0).flatMap({ Int32(exactly: $0) })
    else { return nil }
    let name = String(decoding: fields[2], as: UTF8.self)
    guard name == "-" || Hello.isName(name) else { return nil }
    self.init(
      sequence: sequence, direction: direction, peer: name == "-" ? nil : name,
      credentials: Credentials(uid: uid, gid: gid, pid: pid))
  }

  /// The line as it is published.
  var bytes: [UInt8] {
    let who = "\(credentials.uid) \(credentials.gid) \(credentials.pid)"
    return Array("\(sequence) \(direction.rawValue) \(peer ?? "-") \(who)".utf8)
  }
}
