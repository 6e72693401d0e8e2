package import ScreenTimeModel

/// A supervised user's process that belongs to an app.
package struct MatchedProcess: Hashable, Sendable {
  /// Which process it is.
  package let identity: ProcessIdentity
  /// Its real user.
  package let user: UInt32
  /// Its own name.
  package let name: String
  /// The apps that it belongs to, at least one.
  package let tokens: [ApplicationToken]
  /// Whether it has a terminal that somebody controls jobs from.
  package let hasTerminal: Bool
  /// Whether it was stopped already, by somebody else.
  package let isStopped: Bool
}
