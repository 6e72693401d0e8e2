/// What a value is given to write itself: the place at a depth of a writer.
struct JSONWriting: Encoder {
  let writer: JSONWriter
  let depth: Int

  /// Not kept: what goes wrong while writing is a mistake of the program and not of its input.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    writer.text.open(object: true, at: depth)
    return KeyedEncodingContainer(ObjectWriting(writer: writer, depth: depth))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    writer.text.open(object: false, at: depth)
    return ArrayWriting(writer: writer, depth: depth)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ScalarWriting(writer: writer)
  }
}

/// Writes an object's members.
private struct ObjectWriting<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: JSONWriter
  let depth: Int

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws {
    writer.text.beginMember(key.stringValue, at: depth)
    writer.text.writeNil()
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    writer.text.beginMember(key.stringValue, at: depth)
    writer.text.write(value)
  }

  func encode(_ value: String, forKey key: Key) throws {
    writer.text.beginMember(key.stringValue, at: depth)
    writer.text.write(value)
  }

  func encode(_ value: Double, forKey key: Key) throws {
    writer.text.beginMember(key.stringValue, at: depth)
    try writer.text.write(number: value)
  }

  func encode(_ value: Int, forKey key: Key) throws {
    writer.text.beginMember(key.stringValue, at: depth)
    writer.text.write(integer: value)
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    writer.text.beginMember(key.stringValue, at: depth)
    try writer.write(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nested("super") }

  func superEncoder(forKey key: Key) -> any Encoder { nested(key.stringValue) }

  private func nested(_ key: Key) -> JSONWriting { nested(key.stringValue) }

  private func nested(_ name: String) -> JSONWriting {
    writer.text.beginMember(name, at: depth)
    return JSONWriting(writer: writer, depth: depth + 1)
  }
}

/// Writes an array's elements.
private struct ArrayWriting: UnkeyedEncodingContainer {
  let writer: JSONWriter
  let depth: Int

  var codingPath: [any CodingKey] { [] }
  var count: Int { writer.text.count(at: depth) }

  func encodeNil() throws {
    writer.text.beginElement(at: depth)
    writer.text.writeNil()
  }

  func encode(_ value: String) throws {
    writer.text.beginElement(at: depth)
    writer.text.write(value)
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    writer.text.beginElement(at: depth)
    try writer.write(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    nested().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

  func superEncoder() -> any Encoder { nested() }

  private func nested() -> JSONWriting {
    writer.text.beginElement(at: depth)
    return JSONWriting(writer: writer, depth: depth + 1)
  }
}

/// Writes a value that is neither an array nor an object.
private struct ScalarWriting: SingleValueEncodingContainer {
  let writer: JSONWriter

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { writer.text.writeNil() }
  func encode(_ value: Bool) { writer.text.write(value) }
  func encode(_ value: String) { writer.text.write(value) }
  func encode(_ value: Double) throws { try writer.text.write(number: value) }
  func encode(_ value: Float) throws { try writer.text.write(number: value) }
  func encode(_ value: Int) { writer.text.write(integer: value) }
  func encode(_ value: Int8) { writer.text.write(integer: value) }
  func encode(_ value: Int16) { writer.text.write(integer: value) }
  func encode(_ value: Int32) { writer.text.write(integer: value) }
  func encode(_ value: Int64) { writer.text.write(integer: value) }
  func encode(_ value: UInt) { writer.text.write(integer: value) }
  func encode(_ value: UInt8) { writer.text.write(integer: value) }
  func encode(_ value: UInt16) { writer.text.write(integer: value) }
  func encode(_ value: UInt32) { writer.text.write(integer: value) }
  func encode(_ value: UInt64) { writer.text.write(integer: value) }
  func encode<Value: Encodable>(_ value: Value) throws { try writer.write(value) }
}
