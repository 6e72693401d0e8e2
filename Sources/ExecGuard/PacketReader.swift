/// Reads a packet from its start to its end; `nil` where it is too short.
struct PacketReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Whether everything has been read.
  var isAtEnd: Bool { position == bytes.endIndex }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
    let count = Number.bitWidth / 8
    guard bytes.endIndex - position >= count else { return nil }
    var value: Number = 0
    for offset in (0..<count).reversed() {
      value = (value << 8) | Number(truncatingIfNeeded: bytes[position + offset])
    }
    position += count
    return value
  }

  mutating func text() -> String? {
    guard let count = number(UInt16.self).map(Int.init), bytes.endIndex - position >= count else {
      return nil
    }
    defer { position += count }
    return String(validating: bytes[position..<(position + count)], as: UTF8.self)
  }

  /// Reads a counted list; a count that the packet can't hold is refused before anything is
  /// allocated for it.
  mutating func list<Element>(
    atLeast size: Int, _ element: (inout PacketReader) -> Element?
  ) -> [Element]? {
    guard let count = number(UInt32.self).map(Int.init),
      count <= (bytes.endIndex - position) / size
    else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count {
      guard let next = element(&self) else { return nil }
      elements.append(next)
    }
    return elements
  }
}
