package import Bus

/// How a message is named where people read: the first digits of its session, and its number.
package struct ShortReference: Hashable, Sendable {
  private let session: String
  private let id: UInt64

  /// How many digits of a session are shown; two sessions that begin alike are rare enough.
  private static let digits = 6

  /// Shortens a reference.
  package init(_ reference: MessageReference) {
    session = String(reference.session.prefix(ShortReference.digits))
    id = reference.id
  }

  /// Reads what somebody typed: a reference as it is shown, or a whole one.
  ///
  /// Accepted: `5d0c2b/41`, `5d0c2b9a1e7f4836/41`, and any beginning of a session of four digits or
  /// more. Refused: anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, (4...16).contains(parts[0].count),
      parts[0].allSatisfy({ $0.isHexDigit && !$0.isUppercase }), let id = UInt64(parts[1]), id > 0
    else { return nil }
    session = String(parts[0])
    self.id = id
  }

  /// Whether a message is the one that is named.
  package func names(_ reference: MessageReference) -> Bool {
    reference.id == id && reference.session.hasPrefix(session)
  }
}

extension ShortReference: CustomStringConvertible {
  /// The name as it is shown.
  package var description: String { "\(session)/\(id)" }
}
