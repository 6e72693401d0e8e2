/// Says why a server can't serve.
package struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was attempted, and why it did not work.
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
