package import ScreenTimeModel

/// A process that is held.
package struct FrozenProcess: Hashable, Sendable {
  /// Its id.
  package let pid: Int32
  /// The app that it belongs to; `nil` for one that an earlier life of the service held and that
  /// no state has been applied to yet.
  package let token: ApplicationToken?
  /// The app's name, or the process's own.
  package let name: String
  /// Since when, on the boot-time clock.
  package let since: Duration

  /// Makes a record of a held process.
  package init(pid: Int32, token: ApplicationToken?, name: String, since: Duration) {
    self.pid = pid
    self.token = token
    self.name = name
    self.since = since
  }
}
