import CSodium

/// Something that only one side should know: a token, a code, or half of a session.
///
/// It is shown once and kept as its hash only; a description says nothing of it, so that it can't come
/// into a log by mistake.
package struct Secret: Hashable, Sendable {
  /// The text that is handed out, in the characters of base64url.
  package let text: String

  /// Takes a secret that somebody shows.
  package init(_ text: String) {
    self.text = text
  }

  /// A new one from the system's randomness.
  ///
  /// - Parameter bits: How much of it there is; a multiple of 24 leaves no character half used.
  package static func random(bits: Int) -> Secret { Secret(Randomness.text(bits: bits)) }

  /// What is kept of it, 64 hexadecimal digits.
  package var hash: String { hash(keyedBy: "") }

  /// What is kept of it, useless without `key`: with another key it is another one's.
  package func hash(keyedBy key: String) -> String {
    Digest.hexadecimal(of: Array(text.utf8), key: Array(key.utf8))
  }
}

extension Secret: CustomStringConvertible {
  /// Nothing of it.
  package var description: String { "(secret)" }
}
