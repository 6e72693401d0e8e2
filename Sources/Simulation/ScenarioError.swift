/// Why a file is no scenario: where, what stands there, and what would be right.
package struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place within the file, such as `steps[3].expect.status`; empty for the file as a whole.
  package let place: String
  /// One sentence.
  package let message: String

  /// Makes an error.
  package init(at place: String, _ message: String) {
    self.place = place
    self.message = message
  }

  package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}
