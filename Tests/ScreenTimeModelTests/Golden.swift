import Foundation
import Testing

/// Writes a value as the wire and the documents have it.
func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// Reads a value from its text.
func value<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}

/// Holds a value and its text against each other, in both directions.
func expectGolden<Value: Codable & Equatable>(
  _ value: Value, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(try json(value) == text, sourceLocation: sourceLocation)
  #expect(
    try JSONDecoder().decode(Value.self, from: Data(text.utf8)) == value,
    sourceLocation: sourceLocation)
}
