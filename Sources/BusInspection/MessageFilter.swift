import Bus

/// Which messages are shown.
package struct MessageFilter: Sendable {
  private let types: [Glob]
  private let peers: [Glob]

  /// Shows messages of any of the types, with any of the peers; none means all.
  package init(types: [Glob] = [], peers: [Glob] = []) {
    self.types = types
    self.peers = peers
  }

  /// Whether a message is shown.
  package func shows(_ message: SeenMessage) -> Bool {
    let type = message.record.type?.text ?? "?"
    let names = [message.record.peer ?? "?", "\(message.record.credentials.pid)", message.peer]
    return (types.isEmpty || types.contains { $0.matches(type) })
      && (peers.isEmpty || peers.contains { peer in names.contains(where: peer.matches) })
  }
}
