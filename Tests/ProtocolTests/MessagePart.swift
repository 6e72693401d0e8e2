import Bus
import CompactJSON
import Synchronization

/// A message's request or its reply as the tests look at it.
struct MessagePart: Sendable {
  /// What the message says of its fields.
  let fields: [Field]
  /// The example.
  let example: @Sendable () throws -> JSON
  /// The names of the fields that reading a body asks for.
  let keysAsked: @Sendable ([UInt8]) throws -> Set<String>
  /// Whether a body can be read.
  let reads: @Sendable ([UInt8]) -> Bool

  init<Body: Codable & SendableMetatype>(
    _ type: Body.Type, _ fields: [Field], example: @escaping @Sendable () throws -> String
  ) {
    self.fields = fields
    self.example = { try JSON(parsing: try example()) }
    keysAsked = { bytes in
      let asked = AskedKeys()
      _ = try CompactJSON.decode(Watched<Body>.self, from: bytes, userInfo: [AskedKeys.key: asked])
      return asked.names
    }
    reads = { bytes in (try? CompactJSON.decode(Body.self, from: bytes)) != nil }
  }
}

/// The names that somebody asks an object for.
final class AskedKeys: Sendable {
  static let key = CodingUserInfoKey(rawValue: "asked") ?? { preconditionFailure("it is a text") }()
  private let asked = Mutex<Set<String>>([])

  var names: Set<String> { asked.withLock { $0 } }

  func note(_ key: some CodingKey) {
    asked.withLock { _ = $0.insert(key.stringValue) }
  }
}

/// A value that is read while it is noted what it asks for.
private struct Watched<Body: Decodable & SendableMetatype>: Decodable {
  init(from decoder: any Decoder) throws {
    guard let asked = decoder.userInfo[AskedKeys.key] as? AskedKeys else {
      preconditionFailure("nobody notes")
    }
    _ = try Body(from: WatchedDecoder(inner: decoder, asked: asked))
  }
}

/// A decoder that notes which names its own object is asked for; what is in those it leaves alone.
private struct WatchedDecoder: Decoder {
  let inner: any Decoder
  let asked: AskedKeys

  var codingPath: [any CodingKey] { inner.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { inner.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      WatchedContainer(inner: try inner.container(keyedBy: type), asked: asked, outer: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try inner.unkeyedContainer() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try inner.singleValueContainer()
  }
}

private struct WatchedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let inner: KeyedDecodingContainer<Key>
  let asked: AskedKeys
  let outer: WatchedDecoder

  var codingPath: [any CodingKey] { inner.codingPath }
  var allKeys: [Key] { inner.allKeys }

  func contains(_ key: Key) -> Bool {
    asked.note(key)
    return inner.contains(key)
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    asked.note(key)
    return try inner.decodeNil(forKey: key)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try read(type, key)
  }

  private func read<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    asked.note(key)
    return try inner.decode(type, forKey: key)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try read(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try read(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try read(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try read(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try read(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try read(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try read(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try read(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try read(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try read(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try read(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try read(type, key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    asked.note(key)
    return try inner.nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    asked.note(key)
    return try inner.nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder { outer }
  func superDecoder(forKey key: Key) throws -> any Decoder { outer }
}
