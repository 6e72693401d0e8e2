/// One life of one end of a connection: a number that is drawn when it begins.
struct SessionID: Hashable, Sendable {
  /// The number; on the wire it is 16 lowercase hexadecimal digits.
  let value: UInt64

  /// Takes a number that was read.
  init(_ value: UInt64) {
    self.value = value
  }

  /// Draws a new one.
  static func random() -> SessionID {
    SessionID(UInt64.random(in: 1...UInt64.max))
  }
}

extension SessionID: CustomStringConvertible {
  /// The text on the wire.
  var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
