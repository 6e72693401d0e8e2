/// Writes JSON text from front to back; an object's members are put in order when it is closed.
///
/// Each container that `Codable` hands out knows at which depth it stands; when one writes, whatever is
/// still open above it is closed first.
struct JSONText {
  /// The text so far.
  private(set) var bytes: [UInt8] = []
  private var frames: [Frame] = []
  /// The members of all open objects, the innermost one's last.
  private var members: [Member] = []

  /// An array or object that is open.
  private struct Frame {
    let isObject: Bool
    /// Where its first element or member stands.
    let start: Int
    let firstMember: Int
    var count = 0
  }

  /// Where a member's parts stand in the text.
  private struct Member {
    /// The name without its quotes.
    let name: Range<Int>
    /// The end of the value.
    var end: Int
  }

  init() {
    bytes.reserveCapacity(256)
  }

  /// How many arrays and objects are open.
  var depth: Int { frames.count }

  // MARK: Values

  /// Writes `null`.
  mutating func writeNil() {
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes `true` or `false`.
  mutating func write(_ value: Bool) {
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes a whole number.
  mutating func write(integer value: some FixedWidthInteger) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = value.magnitude
    repeat {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remainder))
      rest = quotient
    } while rest != 0
    bytes[start...].reverse()
  }

  /// Writes a number; a whole one without a fraction.
  ///
  /// - Throws: `EncodingError` for infinity and what is no number.
  mutating func write(number value: some BinaryFloatingPoint & LosslessStringConvertible) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: [], debugDescription: "JSON has no such number"))
    }
    let text = value.description
    bytes.append(contentsOf: text.hasSuffix(".0") ? text.dropLast(2).utf8 : text[...].utf8)
  }

  /// Writes a string with its quotes.
  mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    writeUnquoted(text)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func writeUnquoted(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      let raw = UnsafeRawBufferPointer(utf8)
      var position = 0
      while position < utf8.count {
        let run = unsafe JSONBytes.plainRun(raw, from: position)
        if run > 0 { unsafe bytes.append(contentsOf: utf8[position..<position + run]) }
        position += run
        guard position < utf8.count else { break }
        writeEscaped(unsafe utf8[position])
        position += 1
      }
    }
  }

  private mutating func writeEscaped(_ byte: UInt8) {
    guard byte.isEscapedInJSON else { return bytes.append(byte) }
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }

  /// Writes a value that was written before.
  mutating func write(_ value: WrittenJSON) {
    bytes.append(contentsOf: value.bytes)
  }

  /// Writes one of the signs between values.
  mutating func writeSign(_ sign: UInt8) {
    bytes.append(sign)
  }

  /// Writes an object without members.
  mutating func writeEmptyObject() {
    bytes.append(UInt8(ascii: "{"))
    bytes.append(UInt8(ascii: "}"))
  }

  // MARK: Arrays and objects

  /// Opens an array or object at `depth`, unless it is the one that is open there already: a value may
  /// ask for its container twice.
  mutating func open(object isObject: Bool, at depth: Int) {
    if frames.count > depth, frames[depth].isObject == isObject { return close(to: depth + 1) }
    precondition(frames.count == depth, "a value is either an array or an object")
    bytes.append(UInt8(ascii: isObject ? "{" : "["))
    frames.append(
      Frame(isObject: isObject, start: bytes.count, firstMember: members.count))
  }

  /// Begins the next element of the array at `depth`.
  mutating func beginElement(at depth: Int) {
    goOn(at: depth)
    if frames[depth].count > 0 { bytes.append(UInt8(ascii: ",")) }
    frames[depth].count += 1
  }

  /// Begins a member of the object at `depth`.
  mutating func beginMember(_ name: String, at depth: Int) {
    goOn(at: depth)
    if frames[depth].count > 0 {
      endMember(of: frames[depth])
      bytes.append(UInt8(ascii: ","))
    }
    frames[depth].count += 1
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    writeUnquoted(name)
    members.append(Member(name: start..<bytes.count, end: 0))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// How many elements the array at `depth` has so far.
  func count(at depth: Int) -> Int { depth < frames.count ? frames[depth].count : 0 }

  private mutating func goOn(at depth: Int) {
    precondition(depth < frames.count, "a container is complete once its parent goes on")
    close(to: depth + 1)
  }

  /// Closes what is open until only `depth` arrays and objects are.
  mutating func close(to depth: Int) {
    while frames.count > depth { closeLast() }
  }

  private mutating func closeLast() {
    let frame = frames.removeLast()
    guard frame.isObject else { return bytes.append(UInt8(ascii: "]")) }
    if frame.count > 0 { endMember(of: frame) }
    if frame.count > 1 { sort(frame) }
    members.removeSubrange(frame.firstMember...)
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func endMember(of frame: Frame) {
    let last = members.count - 1
    // A super-encoder that nothing was written to.
    if bytes.count == members[last].name.upperBound + 2 { writeEmptyObject() }
    members[last].end = bytes.count
  }

  private mutating func sort(_ frame: Frame) {
    let unsorted = members[frame.firstMember...]
    let isSorted = zip(unsorted, unsorted.dropFirst()).allSatisfy { !precedes($1, $0) }
    guard !isSorted else { return }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count - frame.start)
    for member in unsorted.sorted(by: precedes) {
      if !text.isEmpty { text.append(UInt8(ascii: ",")) }
      text += bytes[(member.name.lowerBound - 1)..<member.end]
    }
    bytes.replaceSubrange(frame.start..., with: text)
  }

  private func precedes(_ left: Member, _ right: Member) -> Bool {
    let length = min(left.name.count, right.name.count)
    for offset in 0..<length {
      let mine = bytes[left.name.lowerBound + offset]
      let other = bytes[right.name.lowerBound + offset]
      if mine != other { return mine < other }
    }
    return left.name.count < right.name.count
  }
}

extension UInt8 {
  /// Whether the byte can't stand in a JSON string as it is.
  var isEscapedInJSON: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
