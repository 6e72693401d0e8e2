/// Writes parts of JSON as fast as they are copied.
enum TapText {
  /// Appends bytes as a JSON string; what isn't UTF-8 is repaired first.
  static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    // Almost all that goes over the bus is ASCII, which needs no look at its encoding.
    guard bytes.allSatisfy({ $0 < 0x80 }) else {
      return appendEscaped(Array(String(decoding: bytes, as: UTF8.self).utf8), to: &text)
    }
    appendEscaped(bytes, to: &text)
  }

  /// Appends a decimal number.
  static func append(_ number: UInt64, to text: inout [UInt8]) {
    let start = text.count
    var rest = number
    repeat {
      text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    text[start...].reverse()
  }

  private static func appendEscaped(_ bytes: [UInt8], to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    var start = 0
    for (index, byte) in bytes.enumerated()
    where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      text.append(contentsOf: bytes[start..<index])
      appendEscape(byte, to: &text)
      start = index + 1
    }
    text.append(contentsOf: bytes[start...])
    text.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(_ byte: UInt8, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\\"))
    if byte >= 0x20 { return text.append(byte) }
    let digits = Array("0123456789abcdef".utf8)
    text.append(contentsOf: "u00".utf8)
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 15)])
  }
}
