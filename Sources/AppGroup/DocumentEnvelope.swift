import CompactJSON

/// A document's bytes: one JSON object with sorted keys around the content, so that the content's own
/// bytes can be found and checked before they are decoded.
///
/// `{"checksum":"cbf43926","content":{…},"schemaVersion":1}` and a line feed. The checksum is the
/// CRC-32 of the content's bytes, in eight hexadecimal digits.
struct DocumentEnvelope {
  /// Why bytes are not a document.
  struct Damage: Error {
    let reason: String

    init(_ reason: String) {
      self.reason = reason
    }
  }

  /// The version of the content's shape.
  let version: Int
  /// The content's own JSON; of a version newer than the reader it is not checked.
  let content: ArraySlice<UInt8>

  private static let opening = Array(#"{"checksum":""#.utf8)
  private static let middle = Array(#"","content":"#.utf8)
  private static let closing = Array(#","schemaVersion":"#.utf8)
  private static let digits = 8

  /// Encloses a content.
  static func enclose(_ content: [UInt8], version: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count + 80)
    bytes += opening
    bytes += hexadecimal(Checksum.crc32(content[...]))
    bytes += middle
    bytes += content
    bytes += closing
    bytes += Array("\(version)}\n".utf8)
    return bytes
  }

  /// Takes a document apart.
  ///
  /// A newer version may have another layout: only its number is looked for.
  init(_ bytes: [UInt8], newest: Int) throws(Damage) {
    guard !bytes.isEmpty else { throw Damage("it is empty") }
    guard let parts = Self.parts(bytes) else {
      guard let version = Self.versionOfOtherLayout(bytes) else {
        throw Damage("it is cut short or not a document")
      }
      guard version > newest else { throw Damage("its layout is not that of version \(version)") }
      self.version = version
      content = []
      return
    }
    guard parts.version >= 1 else { throw Damage("it has no version") }
    version = parts.version
    content = parts.content
    guard version <= newest else { return }
    guard parts.checksum.elementsEqual(Self.checksum(of: content)) else {
      throw Damage("its checksum does not match its content")
    }
  }

  private static func checksum(of content: ArraySlice<UInt8>) -> [UInt8] {
    hexadecimal(Checksum.crc32(content))
  }

  private static func hexadecimal(_ number: UInt32) -> [UInt8] {
    let text = String(number, radix: 16)
    return Array((String(repeating: "0", count: digits - text.utf8.count) + text).utf8)
  }

  private struct Parts {
    let checksum: ArraySlice<UInt8>
    let content: ArraySlice<UInt8>
    let version: Int
  }

  private static func parts(_ bytes: [UInt8]) -> Parts? {
    let contentStart = opening.count + digits + middle.count
    guard bytes.count > contentStart + closing.count, bytes.starts(with: opening) else {
      return nil
    }
    let checksum = bytes[opening.count..<opening.count + digits]
    guard bytes[(opening.count + digits)..<contentStart].elementsEqual(middle) else { return nil }
    var tail = bytes[contentStart...]
    if tail.last == UInt8(ascii: "\n") { tail.removeLast() }
    guard tail.popLast() == UInt8(ascii: "}") else { return nil }
    let number = tail.suffix(while: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    tail = tail.dropLast(number.count)
    guard tail.suffix(closing.count).elementsEqual(closing),
      let version = Int(String(decoding: number, as: UTF8.self))
    else { return nil }
    return Parts(checksum: checksum, content: tail.dropLast(closing.count), version: version)
  }

  private static func versionOfOtherLayout(_ bytes: [UInt8]) -> Int? {
    struct Version: Decodable {
      let schemaVersion: Int
    }
    // Anything that isn't a JSON object with a version is damage, which is what nil means here.
    return try? CompactJSON.decode(Version.self, from: bytes).schemaVersion
  }
}

extension ArraySlice<UInt8> {
  /// The longest end whose bytes all satisfy `isWanted`.
  fileprivate func suffix(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    self[(lastIndex { !isWanted($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
