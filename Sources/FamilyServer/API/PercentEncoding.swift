/// The escapes of addresses, `%41`.
enum PercentEncoding {
  /// What a text says; `nil` for an escape that is none, and for what is not UTF-8.
  static func text(of written: some StringProtocol) -> String? {
    guard written.utf8.contains(UInt8(ascii: "%")) else { return String(written) }
    var bytes: [UInt8] = []
    var rest = written.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}
