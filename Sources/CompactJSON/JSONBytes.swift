/// Looks through text eight bytes at a time: most of what is written is long runs of plain characters.
enum JSONBytes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// How many bytes from `start` on stand in a JSON string as they are and are ASCII.
  static func plainRun(_ bytes: Span<UInt8>, from start: Int) -> Int {
    unsafe bytes.withUnsafeBytes { unsafe plainRun($0, from: start) }
  }

  /// The same for a buffer.
  static func plainRun(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    while position + 8 <= bytes.count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      guard isPlain(UInt64(littleEndian: word)) else { break }
      position += 8
    }
    while position < bytes.count {
      let byte = unsafe bytes[position]
      guard byte < 0x80, !byte.isEscapedInJSON else { break }
      position += 1
    }
    return position - start
  }

  /// Whether none of eight bytes is below a space, above ASCII, a quote or a backslash.
  private static func isPlain(_ word: UInt64) -> Bool {
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    // A borrow reaches a byte's top bit where the byte was smaller; what it does beyond the first
    // such byte doesn't matter, because one is enough.
    let controls = word &- ones &* 0x20
    let found = controls | (quotes &- ones) | (backslashes &- ones) | word
    return found & tops == 0
  }
}
