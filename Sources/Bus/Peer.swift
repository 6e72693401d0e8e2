package import CivilTime

/// Names a connection of a server for as long as the server lives; never used again.
package struct PeerID: Hashable, Sendable {
  let number: UInt64

  init(_ number: UInt64) {
    self.number = number
  }
}

extension PeerID: CustomStringConvertible {
  /// The number, for logs.
  package var description: String { "peer \(number)" }
}

/// Somebody who has said hello to a server.
package struct Peer: Sendable {
  /// The connection.
  package let id: PeerID
  /// Who it is, from the kernel.
  package let credentials: Credentials
  /// What it calls itself.
  package let name: String
  /// What it is to the service.
  package let role: Role
  /// This life of the peer: a new one is a new session.
  package let session: String
  /// Its program's version.
  package let version: String
  /// When it said hello.
  package let since: Instant
  /// What it said of itself; nothing here is verified.
  package let attributes: [String: String]

  /// The extension point that it says it serves.
  package var extensionPoint: String? { attributes["extensionPoint"] }
}

/// Who sent a request, and which one it is.
package struct Caller: Sendable {
  /// The sender.
  package let peer: Peer
  /// The request: the `cause` of what it leads to.
  package let reference: MessageReference
}
