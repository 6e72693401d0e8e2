/// Takes numbers from the front of a zone file, never past its end.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func take(_ count: Int) throws(TZif.Damage) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else { throw TZif.Damage("it ends too soon") }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func skip(_ count: Int) throws(TZif.Damage) {
    _ = try take(count)
  }

  /// A number of one to eight bytes, greatest first.
  mutating func unsigned(bytes count: Int) throws(TZif.Damage) -> UInt64 {
    try take(count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// How many of something follow; never more than a file may have bytes.
  mutating func count() throws(TZif.Damage) -> Int {
    let count = try unsigned(bytes: 4)
    guard count <= UInt64(TZif.sizeLimit) else { throw TZif.Damage("a count is out of range") }
    return Int(count)
  }

  /// The last line, between two line feeds.
  mutating func footer() throws(TZif.Damage) -> String {
    let rest = try take(bytes.count - position)
    guard rest.count >= 2, rest.first == UInt8(ascii: "\n"), rest.last == UInt8(ascii: "\n") else {
      throw TZif.Damage("its last line is missing")
    }
    let line = rest.dropFirst().dropLast()
    guard line.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      throw TZif.Damage("its last line is not text")
    }
    return String(decoding: line, as: UTF8.self)
  }
}
