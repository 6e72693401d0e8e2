/// CRC-32 as zlib and Ethernet have it, eight bytes a step.
enum Checksum {
  /// `tables[k][b]` is the remainder of the byte `b` followed by `k` zero bytes; flat, 256 a table.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
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
  ///
  /// It is computed on every read and write, over all of a document: so without a bounds check for
  /// each byte, on memory that both closures own.
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe tables.withUnsafeBufferPointer { tables in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe crc32(bytes, tables)
      }
    }
  }

  private static func crc32(
    _ bytes: UnsafeRawBufferPointer, _ tables: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    var remainder = UInt32.max
    var position = 0
    while bytes.count - position >= 8 {
      let word = UInt64(
        littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let mixed = word ^ UInt64(remainder)
      remainder = 0
      for step in 0..<8 {
        let byte = Int(truncatingIfNeeded: mixed >> (8 * step)) & 0xFF
        unsafe remainder ^= tables[(7 - step) * 256 + byte]
      }
      position += 8
    }
    while position < bytes.count {
      let byte = unsafe UInt32(bytes[position])
      unsafe remainder = remainder >> 8 ^ tables[Int((remainder ^ byte) & 0xFF)]
      position += 1
    }
    return ~remainder
  }
}
