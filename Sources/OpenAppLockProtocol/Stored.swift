/// What was stored, and whether it is in force already.
///
/// On the wire it is the value's own object, with `notEnforced` beside its fields where it isn't.
package struct Stored<Value: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
  /// What was stored.
  package let value: Value
  /// Why it isn't enforced yet, in a sentence; `nil` when it is.
  package let notEnforced: String?

  /// Makes the answer.
  package init(_ value: Value, notEnforced: String? = nil) {
    self.value = value
    self.notEnforced = notEnforced
  }

  private enum CodingKeys: String, CodingKey {
    case notEnforced
  }

  package init(from decoder: any Decoder) throws {
    value = try Value(from: decoder)
    notEnforced = try decoder.container(keyedBy: CodingKeys.self)
      .decodeIfPresent(String.self, forKey: .notEnforced)
  }

  package func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(notEnforced, forKey: .notEnforced)
  }
}
