/// CRC-32 as zlib and Ethernet have it, four bytes a step.
enum Checksum {
  /// `tables[k][b]` is the remainder of the byte `b` followed by `k` zero bytes; flat, 256 a table.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 4 * 256)
    for byte in 0..<256 {
      var remainder = UInt32(byte)
      for _ in 0..<8 {
        remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1
      }
      tables[byte] = remainder
    }
    for position in 256..<tables.count {
      let shorter = tables[position - 256]
      tables[position] = shorter >> 8 ^ tables[Int(shorter & 0xFF)]
    }
    return tables
  }()

  /// The checksum of `bytes`.
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    let tables = tables
    var remainder = UInt32.max
    var position = bytes.startIndex
    while bytes.endIndex - position >= 4 {
      remainder ^=
        UInt32(bytes[position]) | UInt32(bytes[position + 1]) << 8
        | UInt32(bytes[position + 2]) << 16 | UInt32(bytes[position + 3]) << 24
      remainder =
        tables[768 + Int(remainder & 0xFF)] ^ tables[512 + Int(remainder >> 8 & 0xFF)]
        ^ tables[256 + Int(remainder >> 16 & 0xFF)] ^ tables[Int(remainder >> 24)]
      position += 4
    }
    for byte in bytes[position...] {
      remainder = remainder >> 8 ^ tables[Int((remainder ^ UInt32(byte)) & 0xFF)]
    }
    return ~remainder
  }
}
