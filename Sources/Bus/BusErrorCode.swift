/// The kind of an error, as it goes over the wire.
///
/// Modules add their own in extensions.
package struct BusErrorCode: RawRepresentable, Codable, Hashable, Sendable {
  /// The text on the wire.
  package let rawValue: String

  /// Names a code.
  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// No answer came before the deadline.
  package static let timeout = BusErrorCode(rawValue: "timeout")
  /// Nobody serves the socket.
  package static let unreachable = BusErrorCode(rawValue: "unreachable")
  /// The socket is served already.
  package static let alreadyRunning = BusErrorCode(rawValue: "alreadyRunning")
  /// The socket's folder isn't safe to serve in.
  package static let unsafeFolder = BusErrorCode(rawValue: "unsafeFolder")
  /// The caller's role may not send this message.
  package static let notPermitted = BusErrorCode(rawValue: "notPermitted")
  /// Something was said before hello.
  package static let helloRequired = BusErrorCode(rawValue: "helloRequired")
  /// The two sides share no version of the protocol.
  package static let protocolMismatch = BusErrorCode(rawValue: "protocolMismatch")
  /// The receiver has no message of that name.
  package static let unknownMessage = BusErrorCode(rawValue: "unknownMessage")
  /// A message that breaks the grammar, or whose body isn't what its type says.
  package static let malformed = BusErrorCode(rawValue: "malformed")
  /// A message above the size limit.
  package static let tooLarge = BusErrorCode(rawValue: "tooLarge")
  /// The other side's process has ended or said goodbye.
  package static let peerGone = BusErrorCode(rawValue: "peerGone")
  /// This side has closed the connection.
  package static let closed = BusErrorCode(rawValue: "closed")
  /// The other side doesn't read, and no more can be kept for it.
  package static let congested = BusErrorCode(rawValue: "congested")
  /// The receiver failed to answer; it is a fault of the receiver.
  package static let internalFailure = BusErrorCode(rawValue: "internalFailure")
  /// The request is well formed and asks for something that makes no sense.
  package static let invalid = BusErrorCode(rawValue: "invalid")
  /// What the request names doesn't exist.
  package static let notFound = BusErrorCode(rawValue: "notFound")
}

extension BusErrorCode: CustomStringConvertible {
  /// The text on the wire.
  package var description: String { rawValue }
}
