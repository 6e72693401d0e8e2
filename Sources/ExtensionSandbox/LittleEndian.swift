extension [UInt8] {
  /// The number at an offset, its lowest byte first; `nil` where the bytes end before it does.
  func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    let size = MemoryLayout<Number>.size
    guard offset >= 0, offset <= count - size else { return nil }
    return self[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Number($1) }
  }
}
