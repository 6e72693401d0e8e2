import CivilTime
import EventLoop

/// A way to one peer of a server.
protocol PeerLink: AnyObject {
  /// Sends a message, never waiting.
  func send(_ header: [UInt8], _ body: [UInt8]) -> SendOutcome
  /// Hears that the server has let go of the peer.
  func release()
}

/// What a server keeps of one connection, from its first message until its process has ended.
final class ServerPeer {
  /// How far a connection has come.
  enum Phase {
    /// Nothing but hello is heard.
    case new
    /// It has said hello.
    case ready(Peer)
    /// It was refused or let go; whatever it says is not heard.
    case ignored
  }

  let id: PeerID
  let credentials: Credentials
  /// What the owner says it is; nil for a stranger.
  let role: Role?
  let link: any PeerLink
  var phase = Phase.new
  /// What it called itself in its hello.
  var name: String?
  /// The session of its hello.
  var session: SessionID?
  /// The number of its last message.
  var lastID: UInt64 = 0
  /// How many messages came from it.
  var receivedCount: UInt64 = 0
  /// How many messages went to it.
  var sentCount: UInt64 = 0
  /// How many of its messages broke the protocol.
  var faultCount = 0

  init(id: PeerID, credentials: Credentials, role: Role?, link: any PeerLink) {
    self.id = id
    self.credentials = credentials
    self.role = role
    self.link = link
  }

  /// The peer, once it has said hello and as long as it is heard.
  var ready: Peer? {
    if case .ready(let peer) = phase { peer } else { nil }
  }

  /// Whether nothing that it says is heard.
  var isIgnored: Bool {
    if case .ignored = phase { true } else { false }
  }

  /// What errors call it.
  var displayName: String { name ?? "process \(credentials.pid)" }
}
