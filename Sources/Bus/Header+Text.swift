import CivilTime

extension Header {
  /// What is wrong with a header.
  enum Fault: Error, Hashable {
    /// It has more bytes than are allowed.
    case tooLong(Int)
    /// It is of another version of the protocol.
    case otherVersion(Int)
    /// A field isn't what the grammar says; fields are counted from the magic, which is 0.
    case field(Int)
    /// It has more or fewer fields than seven.
    case fieldCount
  }

  private static let magic = Array("OAL/".utf8)
  private static let fieldCount = 7

  /// Reads a header.
  ///
  /// Whatever the bytes are, the answer is a header or what is wrong with them.
  init(parsing bytes: [UInt8]) throws(Fault) {
    guard bytes.count <= Header.sizeLimit else { throw .tooLong(bytes.count) }
    var fields = HeaderFields(bytes)
    try Header.checkMagic(fields.next())
    guard let kind = Header.kind(fields.next()) else { throw .field(1) }
    guard let id = Header.number(fields.next()) else { throw .field(2) }
    guard let session = Header.session(fields.next()) else { throw .field(3) }
    let name = fields.next()
    guard MessageName.isValid(name) else { throw .field(4) }
    let cause = try Header.cause(fields.next())
    let time = try Header.time(fields.next())
    guard fields.count == Header.fieldCount, fields.isAtEnd else { throw .fieldCount }
    self.init(
      kind: kind, id: id, session: session, type: MessageName(checked: name), cause: cause,
      time: time)
  }

  /// The header's one spelling.
  var bytes: [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(160)
    line.append(contentsOf: "OAL/1 ".utf8)
    line.append(contentsOf: kind.rawValue.utf8)
    line.appendSpace()
    line.append(decimal: id)
    line.appendSpace()
    line.append(hexadecimal: session.value)
    line.appendSpace()
    line.append(contentsOf: type.text.utf8)
    line.appendSpace()
    if let cause {
      line.append(hexadecimal: cause.sessionID.value)
      line.append(UInt8(ascii: "/"))
      line.append(decimal: cause.id)
    } else {
      line.append(UInt8(ascii: "-"))
    }
    line.appendSpace()
    line.append(contentsOf: time.flatMap(InstantText.bytes) ?? [UInt8(ascii: "-")])
    return line
  }

  // MARK: Fields

  private static func checkMagic(_ field: ArraySlice<UInt8>) throws(Fault) {
    guard field.starts(with: magic) else { throw .field(0) }
    guard let version = number(field.dropFirst(magic.count), from: 0) else { throw .field(0) }
    guard version == UInt64(Header.version) else { throw .otherVersion(Int(clamping: version)) }
  }

  private static func kind(_ field: ArraySlice<UInt8>) -> Kind? {
    Kind.allCases.first { field.elementsEqual($0.rawValue.utf8) }
  }

  /// A decimal number in its one spelling: no sign, no leading zero, not above 64 bits.
  static func number(_ field: ArraySlice<UInt8>, from least: UInt64 = 1) -> UInt64? {
    guard let first = field.first, field.count <= 20 else { return nil }
    guard first != UInt8(ascii: "0") || field.count == 1 else { return nil }
    var value: UInt64 = 0
    for byte in field {
      guard byte.isASCIIDigit else { return nil }
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(byte &- UInt8(ascii: "0")))
      guard !overflows, !carries else { return nil }
      value = sum
    }
    return value >= least ? value : nil
  }

  /// A session: 16 lowercase hexadecimal digits.
  static func session(_ field: ArraySlice<UInt8>) -> SessionID? {
    guard field.count == 16 else { return nil }
    var value: UInt64 = 0
    for byte in field {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      value = value << 4 | UInt64(digit)
    }
    return SessionID(value)
  }

  private static func cause(_ field: ArraySlice<UInt8>) throws(Fault) -> MessageReference? {
    if isAbsent(field) { return nil }
    guard field.count > 17, field[field.startIndex + 16] == UInt8(ascii: "/"),
      let session = session(field.prefix(16)), let id = number(field.dropFirst(17))
    else { throw .field(5) }
    return MessageReference(session, id)
  }

  private static func time(_ field: ArraySlice<UInt8>) throws(Fault) -> Instant? {
    if isAbsent(field) { return nil }
    guard let time = InstantText.parse(field) else { throw .field(6) }
    return time
  }

  private static func isAbsent(_ field: ArraySlice<UInt8>) -> Bool {
    field.count == 1 && field.first == UInt8(ascii: "-")
  }
}

extension Header.Fault {
  /// The sentence for the error that is answered.
  var text: String {
    switch self {
    case .tooLong(let size):
      "the header has \(size) bytes; at most \(Header.sizeLimit) are allowed"
    case .otherVersion(let version):
      "the header is of protocol \(version); this side speaks \(Header.version)"
    case .field(let index):
      "the header's \(Header.Fault.fieldNames[index]) is malformed"
    case .fieldCount:
      "the header has another number of fields than seven"
    }
  }

  private static let fieldNames = ["magic", "kind", "id", "session", "type", "cause", "time"]
}

/// Walks the fields of a line that are divided by single spaces.
private struct HeaderFields {
  private let bytes: [UInt8]
  private var position = 0
  private(set) var count = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether nothing follows the last field.
  var isAtEnd: Bool { position > bytes.count }

  /// The next field, empty where two spaces meet and behind the end.
  mutating func next() -> ArraySlice<UInt8> {
    guard position <= bytes.count else { return [] }
    let start = position
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: " ") { end += 1 }
    position = end + 1
    count += 1
    return bytes[start..<end]
  }
}

extension [UInt8] {
  fileprivate mutating func appendSpace() {
    append(UInt8(ascii: " "))
  }

  fileprivate mutating func append(decimal value: UInt64) {
    let start = count
    var rest = value
    repeat {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
  }

  fileprivate mutating func append(hexadecimal value: UInt64) {
    for shift in stride(from: UInt64(60), through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: value >> shift & 15)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
