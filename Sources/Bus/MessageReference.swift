/// One message, for good: the session of the end that sent it and its number there.
package struct MessageReference: Hashable, Sendable {
  let sessionID: SessionID
  /// The message's number within its session, from 1.
  package let id: UInt64

  init(_ session: SessionID, _ id: UInt64) {
    sessionID = session
    self.id = id
  }

  /// Reads a reference as it is written, `session/id`; nil for anything else.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, let session = Header.session(Array(parts[0])[...]),
      let id = Header.number(Array(parts[1])[...])
    else { return nil }
    self.init(session, id)
  }

  /// The session as it is written: 16 lowercase hexadecimal digits.
  package var session: String { sessionID.description }
}

extension MessageReference: CustomStringConvertible {
  /// The reference as it is written, `session/id`.
  package var description: String { "\(sessionID)/\(id)" }
}
