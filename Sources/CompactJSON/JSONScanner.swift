/// Goes through a text once, checks that it is JSON (RFC 8259) and notes where its values stand.
struct JSONScanner {
  /// Why a text is not JSON.
  enum Fault: Error, Hashable {
    /// It ends before the value does.
    case ends
    /// A byte that can't stand there, counted from 0.
    case byte(at: Int)
    /// A string that is not UTF-8.
    case encoding(at: Int)
    /// An object has a name twice.
    case repeatedName(at: Int)
    /// Arrays and objects within each other beyond the limit.
    case depth
  }

  /// What was found.
  private(set) var nodes: [JSONTree.Node] = []
  private var position = 0
  private var depth = 0

  /// Prepares for a text of so many bytes.
  init(count: Int) {
    nodes.reserveCapacity(min(count / 8 + 4, 4096))
  }

  /// Scans a text that is one value.
  mutating func scanWhole(_ text: Span<UInt8>) throws(Fault) {
    skipSpace(text)
    try scanValue(text, parent: -1)
    skipSpace(text)
    guard position == text.count else { throw .byte(at: position) }
  }

  // MARK: Values

  private mutating func scanValue(_ text: Span<UInt8>, parent: Int) throws(Fault) {
    switch try peek(text) {
    case UInt8(ascii: "{"): try scanObject(text, parent)
    case UInt8(ascii: "["): try scanArray(text, parent)
    case UInt8(ascii: "\""): try scanString(text, parent)
    case UInt8(ascii: "t"): try scanWord(text, "true", .bool, parent)
    case UInt8(ascii: "f"): try scanWord(text, "false", .bool, parent)
    case UInt8(ascii: "n"): try scanWord(text, "null", .null, parent)
    default: try scanNumber(text, parent)
    }
  }

  private mutating func scanObject(_ text: Span<UInt8>, _ parent: Int) throws(Fault) {
    let object = try begin(.object, parent)
    skipSpace(text)
    if try !skip(UInt8(ascii: "}"), text) {
      repeat {
        skipSpace(text)
        guard try peek(text) == UInt8(ascii: "\"") else { throw .byte(at: position) }
        try scanString(text, object)
        skipSpace(text)
        guard try skip(UInt8(ascii: ":"), text) else { throw .byte(at: position) }
        skipSpace(text)
        try scanValue(text, parent: object)
        nodes[object].count += 1
        skipSpace(text)
      } while try skip(UInt8(ascii: ","), text)
      guard try skip(UInt8(ascii: "}"), text) else { throw .byte(at: position) }
      try checkNames(of: object, text)
    }
    end(object)
  }

  private mutating func scanArray(_ text: Span<UInt8>, _ parent: Int) throws(Fault) {
    let array = try begin(.array, parent)
    skipSpace(text)
    if try !skip(UInt8(ascii: "]"), text) {
      repeat {
        skipSpace(text)
        try scanValue(text, parent: array)
        nodes[array].count += 1
        skipSpace(text)
      } while try skip(UInt8(ascii: ","), text)
      guard try skip(UInt8(ascii: "]"), text) else { throw .byte(at: position) }
    }
    end(array)
  }

  private mutating func begin(_ kind: JSONTree.Kind, _ parent: Int) throws(Fault) -> Int {
    depth += 1
    guard depth <= CompactJSON.depthLimit else { throw .depth }
    nodes.append(
      JSONTree.Node(kind: kind, start: position, end: 0, parent: parent, next: 0))
    position += 1
    return nodes.count - 1
  }

  private mutating func end(_ node: Int) {
    depth -= 1
    nodes[node].end = position
    nodes[node].next = nodes.count
  }

  private mutating func append(
    _ kind: JSONTree.Kind, _ range: Range<Int>, _ parent: Int, hasEscapes: Bool = false
  ) {
    nodes.append(
      JSONTree.Node(
        kind: kind, hasEscapes: hasEscapes, start: range.lowerBound, end: range.upperBound,
        parent: parent, next: nodes.count + 1))
  }

  /// Refuses an object that has a name twice: two readers could each take another of the two.
  private func checkNames(of object: Int, _ text: Span<UInt8>) throws(Fault) {
    let repeated =
      if hasEscapedName(object) {
        repeatedNameAmongEscaped(object, text)
      } else if nodes[object].count <= 8 {
        repeatedNameAmongFew(object, text)
      } else {
        repeatedNameAmongMany(object, text)
      }
    if let repeated { throw .repeatedName(at: nodes[repeated].start) }
  }

  private func hasEscapedName(_ object: Int) -> Bool {
    var name = object + 1
    while name < nodes.count {
      if nodes[name].hasEscapes { return true }
      name = nodes[name + 1].next
    }
    return false
  }

  /// Escapes are other spellings of the same name: the names have to be compared for what they say.
  private func repeatedNameAmongEscaped(_ object: Int, _ text: Span<UInt8>) -> Int? {
    var names: Set<[UInt8]> = []
    var name = object + 1
    while name < nodes.count {
      let spelling = (nodes[name].start..<nodes[name].end).map { text[$0] }
      // As bytes: texts are equal already where only their accents are composed in other ways.
      guard names.insert(Array(JSONEscapes.resolve(spelling[...]).utf8)).inserted else {
        return name
      }
      name = nodes[name + 1].next
    }
    return nil
  }

  private func repeatedNameAmongFew(_ object: Int, _ text: Span<UInt8>) -> Int? {
    var name = object + 1
    while name < nodes.count {
      var other = object + 1
      while other < name {
        if compare(other, name, text) == 0 { return name }
        other = nodes[other + 1].next
      }
      name = nodes[name + 1].next
    }
    return nil
  }

  private func repeatedNameAmongMany(_ object: Int, _ text: Span<UInt8>) -> Int? {
    var names: [Int] = []
    names.reserveCapacity(nodes[object].count)
    var name = object + 1
    while name < nodes.count {
      names.append(name)
      name = nodes[name + 1].next
    }
    names.sort { compare($0, $1, text) < 0 }
    return zip(names, names.dropFirst()).first { compare($0, $1, text) == 0 }?.1
  }

  /// Orders names by their length first, which mostly settles it.
  private func compare(_ left: Int, _ right: Int, _ text: Span<UInt8>) -> Int {
    let size = nodes[left].end - nodes[left].start
    let difference = size - (nodes[right].end - nodes[right].start)
    if difference != 0 { return difference }
    for offset in 0..<size {
      let difference =
        Int(text[nodes[left].start + offset]) - Int(text[nodes[right].start + offset])
      if difference != 0 { return difference }
    }
    return 0
  }

  // MARK: Scalars

  private mutating func scanWord(
    _ text: Span<UInt8>, _ word: StaticString, _ kind: JSONTree.Kind, _ parent: Int
  ) throws(Fault) {
    let start = position
    let length = word.utf8CodeUnitCount
    guard text.count - start >= length else { throw .ends }
    for offset in 0..<length {
      let wanted = unsafe word.utf8Start[offset]
      guard text[start + offset] == wanted else { throw .byte(at: start + offset) }
    }
    position += length
    append(kind, start..<position, parent)
  }

  private mutating func scanNumber(_ text: Span<UInt8>, _ parent: Int) throws(Fault) {
    let start = position
    if text[position] == UInt8(ascii: "-") { position += 1 }
    if try peek(text) == UInt8(ascii: "0") { position += 1 } else { try skipDigits(text) }
    if position < text.count, text[position] == UInt8(ascii: ".") {
      position += 1
      try skipDigits(text)
    }
    if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      let sign = try peek(text)
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      try skipDigits(text)
    }
    append(.number, start..<position, parent)
  }

  private mutating func skipDigits(_ text: Span<UInt8>) throws(Fault) {
    let start = position
    while position < text.count, text[position] >= 0x30, text[position] <= 0x39 { position += 1 }
    guard position > start else { throw position < text.count ? .byte(at: position) : .ends }
  }

  private mutating func scanString(_ text: Span<UInt8>, _ parent: Int) throws(Fault) {
    position += 1
    let start = position
    var hasEscapes = false
    var isASCII = true
    while true {
      position += JSONBytes.plainRun(text, from: position)
      let byte = try peek(text)
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20 else { throw .byte(at: position) }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        try skipEscape(text)
      } else {
        if byte >= 0x80 { isASCII = false }
        position += 1
      }
    }
    if !isASCII {
      guard isUTF8(text, start..<position) else { throw .encoding(at: start) }
    }
    append(.string, start..<position, parent, hasEscapes: hasEscapes)
    position += 1
  }

  private mutating func skipEscape(_ text: Span<UInt8>) throws(Fault) {
    position += 1
    switch try peek(text) {
    case UInt8(ascii: "u"):
      let unit = try codeUnit(text)
      guard unit & 0xF800 == 0xD800 else { return }
      // A character beyond the first plane is two units, and one of them alone is none.
      guard unit < 0xDC00, try skip(UInt8(ascii: "\\"), text), try peek(text) == UInt8(ascii: "u"),
        try codeUnit(text) & 0xFC00 == 0xDC00
      else { throw .byte(at: position - 1) }
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    default: throw .byte(at: position)
    }
  }

  /// Reads `uXXXX`.
  private mutating func codeUnit(_ text: Span<UInt8>) throws(Fault) -> UInt32 {
    position += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = JSONEscapes.hexadecimal(try peek(text)) else { throw .byte(at: position) }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }

  private func isUTF8(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    unsafe text.withUnsafeBufferPointer { bytes in
      unsafe String(validating: bytes[range], as: UTF8.self) != nil
    }
  }

  // MARK: Bytes

  private func peek(_ text: Span<UInt8>) throws(Fault) -> UInt8 {
    guard position < text.count else { throw .ends }
    return text[position]
  }

  private mutating func skip(_ byte: UInt8, _ text: Span<UInt8>) throws(Fault) -> Bool {
    guard try peek(text) == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace(_ text: Span<UInt8>) {
    while position < text.count, text[position] <= 0x20, text[position].isJSONSpace {
      position += 1
    }
  }
}

extension JSONScanner.Fault {
  /// Where it is, for faults that are at a place.
  var byte: Int? {
    switch self {
    case .byte(let position), .encoding(let position), .repeatedName(let position): position
    case .ends, .depth: nil
    }
  }

  /// The sentence for people.
  var text: String {
    switch self {
    case .ends: "the JSON text ends too early"
    case .byte(let position): "it is not JSON at byte \(position)"
    case .encoding(let position): "the string at byte \(position) is not UTF-8"
    case .repeatedName(let position): "the name at byte \(position) stands there twice"
    case .depth: "arrays and objects are nested more than \(CompactJSON.depthLimit) deep"
    }
  }
}

extension UInt8 {
  /// Whether the byte is one that JSON allows between values.
  fileprivate var isJSONSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }
}
