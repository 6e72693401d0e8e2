/// What a value is given to read itself: a node of a tree.
struct JSONReading: Decoder {
  let tree: JSONTree
  let node: Int

  var codingPath: [any CodingKey] { tree.path(to: node) }
  var userInfo: [CodingUserInfoKey: Any] { tree.userInfo }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard tree.nodes[node].kind == .object else {
      throw mismatch([String: Any].self, "an object")
    }
    return KeyedDecodingContainer(ObjectReading(tree: tree, node: node))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard tree.nodes[node].kind == .array else { throw mismatch([Any].self, "an array") }
    return ArrayReading(tree: tree, node: node)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// Reads the value as another type, by that type's own rules.
  func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: self)
  }

  /// Whether the value is `null`.
  var isNil: Bool { tree.nodes[node].kind == .null }

  /// Reads a string.
  func string() throws -> String {
    guard tree.nodes[node].kind == .string else { throw mismatch(String.self, "a string") }
    return tree.string(node)
  }

  /// Reads `true` or `false`.
  func bool() throws -> Bool {
    guard tree.nodes[node].kind == .bool else { throw mismatch(Bool.self, "true or false") }
    return tree.bool(node)
  }

  /// Reads a whole number.
  func integer<Value: FixedWidthInteger>() throws -> Value {
    guard tree.nodes[node].kind == .number else { throw mismatch(Value.self, "a number") }
    guard let value: Value = tree.integer(node) else {
      throw DecodingError.dataCorrupted(context("the number is not a whole one that fits"))
    }
    return value
  }

  /// Reads a number.
  func number() throws -> Double {
    guard tree.nodes[node].kind == .number else { throw mismatch(Double.self, "a number") }
    guard let value = tree.number(node) else {
      throw DecodingError.dataCorrupted(context("the number is too large"))
    }
    return value
  }

  /// The error for a value of another kind than was asked for.
  private func mismatch(_ type: Any.Type, _ wanted: String) -> DecodingError {
    let kind = tree.nodes[node].kind
    let context = context("there is \(kind.text) where \(wanted) should be")
    return kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  private func context(_ text: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: text)
  }
}

/// A value that is read as it is.
extension JSONReading: SingleValueDecodingContainer {
  func decodeNil() -> Bool { isNil }
  func decode(_ type: Bool.Type) throws -> Bool { try bool() }
  func decode(_ type: String.Type) throws -> String { try string() }
  func decode(_ type: Double.Type) throws -> Double { try number() }
  func decode(_ type: Float.Type) throws -> Float { Float(try number()) }
  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try read(type) }
}

/// Reads an object's members.
private struct ObjectReading<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let tree: JSONTree
  let node: Int

  var codingPath: [any CodingKey] { tree.path(to: node) }
  var allKeys: [Key] { tree.names(of: node).compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { tree.member(key.stringValue, of: node) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNil }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).bool() }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(key).string() }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try member(key).number() }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).integer() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).read(type)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try presentMember(key)?.string()
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try presentMember(key)?.read(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try member("super", JSONKey(stringValue: "super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  private func member(_ key: Key) throws -> JSONReading { try member(key.stringValue, key) }

  private func member(_ name: String, _ key: any CodingKey) throws -> JSONReading {
    guard let member = tree.member(name, of: node) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "there is no \"\(name)\""))
    }
    return JSONReading(tree: tree, node: member)
  }

  private func presentMember(_ key: Key) -> JSONReading? {
    guard let member = tree.member(key.stringValue, of: node),
      tree.nodes[member].kind != .null
    else { return nil }
    return JSONReading(tree: tree, node: member)
  }
}

/// Reads an array's elements.
private struct ArrayReading: UnkeyedDecodingContainer {
  let tree: JSONTree
  let node: Int
  private(set) var currentIndex = 0
  private var element: Int

  init(tree: JSONTree, node: Int) {
    self.tree = tree
    self.node = node
    element = node + 1
  }

  var codingPath: [any CodingKey] { tree.path(to: node) }
  var count: Int? { tree.nodes[node].count }
  var isAtEnd: Bool { currentIndex == tree.nodes[node].count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, tree.nodes[element].kind == .null else { return false }
    _ = try take { _ in }
    return true
  }

  mutating func decode(_ type: String.Type) throws -> String { try take { try $0.string() } }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try take { try $0.read(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try take { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try take { $0 } }

  /// Reads the next element, and goes on only if that went well.
  private mutating func take<Value>(_ read: (JSONReading) throws -> Value) throws -> Value {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Value.self,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "the array has no more elements"))
    }
    let value = try read(JSONReading(tree: tree, node: element))
    currentIndex += 1
    element = tree.nodes[element].next
    return value
  }
}

extension JSONTree.Kind {
  /// The kind as a sentence says it.
  fileprivate var text: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
