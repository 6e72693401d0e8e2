/// A JSON text and where each of its values stands, in the order of the text.
///
/// Nothing is converted until somebody asks for it. An object's name is a node of its own, before
/// its value.
final class JSONTree {
  /// A value, or a name, in the text.
  struct Node {
    /// What it is.
    var kind: Kind
    /// Whether a string has escapes.
    var hasEscapes = false
    /// Its text: a string's without the quotes.
    var start: Int
    /// The end of its text.
    var end: Int
    /// The array or object around it; -1 for the whole.
    var parent: Int
    /// The node behind it and all that is in it.
    var next: Int
    /// How many elements or members it has.
    var count = 0
  }

  /// The kinds of value.
  enum Kind {
    case null
    case bool
    case number
    case string
    case array
    case object
  }

  /// The text.
  let bytes: [UInt8]
  /// The values; the first is the whole.
  let nodes: [Node]
  /// For each object the name that was found last: the next one is most likely behind it.
  private var hints: [Int]
  /// What the caller tells the values that are read.
  let userInfo: [CodingUserInfoKey: any Sendable]

  /// Takes a text apart.
  ///
  /// - Throws: `DecodingError` when it is no JSON text, with the byte at which it isn't.
  init(_ bytes: [UInt8], userInfo: [CodingUserInfoKey: any Sendable] = [:]) throws {
    self.bytes = bytes
    self.userInfo = userInfo
    var scanner = JSONScanner(count: bytes.count)
    do throws(JSONScanner.Fault) {
      try scanner.scanWhole(bytes.span)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], debugDescription: error.text,
          underlyingError: error.byte.map { JSONTextPlace(byte: $0) }))
    }
    nodes = scanner.nodes
    hints = [Int](repeating: 0, count: nodes.count)
  }

  // MARK: Looking

  /// The value of an object's member; nil when it has none of that name.
  func member(_ name: String, of object: Int) -> Int? {
    let first = object + 1
    let end = nodes[object].next
    let hint = hints[object]
    // Names are mostly asked for in the order of the text, so this goes once around from the last.
    var node = hint == 0 ? first : hint
    for _ in 0..<nodes[object].count {
      if isName(node, name) {
        hints[object] = node
        return node + 1
      }
      node = nodes[node + 1].next
      if node >= end { node = first }
    }
    return nil
  }

  /// The names of an object's members, in the order of the text.
  func names(of object: Int) -> [String] {
    var names: [String] = []
    names.reserveCapacity(nodes[object].count)
    var node = object + 1
    while node < nodes[object].next {
      names.append(string(node))
      node = nodes[node + 1].next
    }
    return names
  }

  private func isName(_ node: Int, _ name: String) -> Bool {
    if nodes[node].hasEscapes { return string(node) == name }
    let (start, end) = (nodes[node].start, nodes[node].end)
    var name = name
    return name.withUTF8 { utf8 in
      guard utf8.count == end - start else { return false }
      return unsafe bytes.withUnsafeBufferPointer { text in
        unsafe utf8.elementsEqual(text[start..<end])
      }
    }
  }

  // MARK: Reading

  /// The text of a string or a name.
  func string(_ node: Int) -> String {
    let (start, end) = (nodes[node].start, nodes[node].end)
    guard nodes[node].hasEscapes else {
      return unsafe bytes.withUnsafeBufferPointer { text in
        unsafe String(decoding: UnsafeBufferPointer(rebasing: text[start..<end]), as: UTF8.self)
      }
    }
    return JSONEscapes.resolve(bytes[start..<end])
  }

  /// A value that is true or false.
  func bool(_ node: Int) -> Bool { bytes[nodes[node].start] == UInt8(ascii: "t") }

  /// Whether a number is written with digits alone.
  func isWrittenWhole(_ node: Int) -> Bool {
    bytes[nodes[node].start..<nodes[node].end].allSatisfy { byte in
      byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }

  /// A whole number; nil when it has a fraction or doesn't fit.
  func integer<Value: FixedWidthInteger>(_ node: Int) -> Value? {
    let text = bytes[nodes[node].start..<nodes[node].end]
    let isNegative = text.first == UInt8(ascii: "-")
    var value: Value = 0
    for byte in isNegative ? text.dropFirst() : text {
      // A fraction or an exponent: 1e3 is a whole number too.
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else {
        return number(node).flatMap { Value(exactly: $0) }
      }
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let digit = Value(truncatingIfNeeded: byte - UInt8(ascii: "0"))
      let (sum, carries) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      guard !overflows, !carries else { return nil }
      value = sum
    }
    return value
  }

  /// A number; nil when it is beyond what can be held.
  func number(_ node: Int) -> Double? {
    let text = String(decoding: bytes[nodes[node].start..<nodes[node].end], as: UTF8.self)
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  // MARK: Places

  /// How one gets to a value, for errors.
  func path(to node: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var node = node
    while nodes[node].parent >= 0 {
      let parent = nodes[node].parent
      path.append(
        nodes[parent].kind == .object
          ? JSONKey(stringValue: string(node - 1)) : JSONKey(intValue: position(node, in: parent)))
      node = parent
    }
    return path.reversed()
  }

  private func position(_ node: Int, in array: Int) -> Int {
    var position = 0
    var other = array + 1
    while other < node {
      other = nodes[other].next
      position += 1
    }
    return position
  }
}

/// A step of a path.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}
