import CivilTime

/// The first frame of a message: one ASCII line that says what it is and what caused it.
///
/// It has one spelling: a line that is read and written again is the same bytes.
struct Header: Hashable {
  /// What a message is.
  enum Kind: String, CaseIterable {
    /// It wants an answer.
    case request
    /// It answers the request that is its cause.
    case reply
    /// It says why its cause was refused or failed.
    case error
    /// It wants no answer.
    case notice
  }

  /// The version of the protocol that this code speaks.
  static let version = 1
  /// The most bytes that a header has.
  static let sizeLimit = 512

  /// What the message is.
  var kind: Kind
  /// Its number, counted by the sender within its session from 1.
  var id: UInt64
  /// The sender's session.
  var session: SessionID
  /// The message's name; an answer carries its request's.
  var type: MessageName
  /// The message that led to it.
  var cause: MessageReference?
  /// The service's time; clients leave it out.
  var time: Instant?

  /// The message, as another names it as its cause.
  var reference: MessageReference { MessageReference(session, id) }
}
