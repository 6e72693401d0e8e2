/// The escapes of JSON strings.
enum JSONEscapes {
  /// Turns the text of a string that was scanned into what it says.
  static func resolve(_ text: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        result.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"): result.append(contentsOf: Array(scalar(&rest).utf8))
      default: result.append(escape)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The value of a hexadecimal digit.
  static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// Takes the digits behind `\u`, and behind the second one of a pair.
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> String {
    var value = unit(&rest)
    if value & 0xFC00 == 0xD800 {
      rest = rest.dropFirst(2)
      value = 0x1_0000 + (value - 0xD800) << 10 + (unit(&rest) - 0xDC00)
    }
    return Unicode.Scalar(value).map { String(Character($0)) } ?? "\u{FFFD}"
  }

  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt32 {
    var value: UInt32 = 0
    for byte in rest.prefix(4) { value = value << 4 | (hexadecimal(byte) ?? 0) }
    rest = rest.dropFirst(4)
    return value
  }
}
