/// What a message does to the receiver's state.
package enum Effect: String, CaseIterable, Codable, Sendable {
  /// It changes nothing.
  case read
  /// It changes state.
  case change
  /// It tells how something goes; losing one costs nothing.
  case progress
}
