/// Writes the numbers and texts of a packet, low byte first.
struct PacketWriter {
  private(set) var bytes: [UInt8]

  init(kind: UInt8) {
    bytes = [kind]
  }

  mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    var rest = number
    for _ in 0..<(Number.bitWidth / 8) {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  mutating func put(_ text: String) {
    let utf8 = Array(text.utf8)
    put(UInt16(clamping: utf8.count))
    bytes.append(contentsOf: utf8.prefix(Int(UInt16.max)))
  }
}
