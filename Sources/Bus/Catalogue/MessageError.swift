/// An error that a message may be answered with, and when it is.
///
/// What any message may be answered with (`notPermitted`, `malformed`, …) isn't said for each.
package struct MessageError: Hashable, Sendable {
  /// The code.
  package let code: BusErrorCode
  /// When it is answered, as it follows "when".
  package let reason: String

  /// Declares an error.
  package init(_ code: BusErrorCode, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
