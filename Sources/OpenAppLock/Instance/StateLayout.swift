package import ScreenTimeClient

/// Where an instance keeps what, below its state directory.
package struct StateLayout: Hashable, Sendable {
  /// The app group that the app and its extensions share.
  package static let groupIdentifier = "group.dev.openapplock"

  /// The state directory.
  package let state: String
  /// The folder of the sockets.
  package let run: String

  /// Names the places of an instance; `run` is a folder of the state unless told otherwise.
  package init(state: String, run: String? = nil) {
    self.state = state
    self.run = run ?? state + "/run"
  }

  /// The rules and lists.
  package var database: String { state + "/app.sqlite" }
  /// The copy of the rules and lists that is made after each change.
  package var backup: String { state + "/app.backup.sqlite" }
  /// What the Screen Time service keeps.
  package var platform: String { state + "/platform" }
  /// The manifests of the extensions.
  package var extensions: String { platform + "/extensions" }
  /// The directory that the app and its extensions share.
  package var group: String { state + "/groups/" + Self.groupIdentifier }
  /// The app group, as the platform knows it.
  package var groupIdentity: AppGroupIdentity {
    AppGroupIdentity(identifier: Self.groupIdentifier, directory: group)
  }
  /// The socket of the Screen Time service.
  package var platformSocket: String { run + "/screentimed.sock" }
  /// The socket of the app.
  package var appSocket: String { run + "/app.sock" }
  /// What `up` holds while it runs.
  package var upLock: String { state + "/up.lock" }
  /// What `serve` holds while it runs.
  package var serveLock: String { state + "/serve.lock" }
}
