package import ScreenTimeModel

/// A process that is being closed.
package struct ClosingProcess: Hashable, Sendable {
  /// Its id.
  package let pid: Int32
  /// The app that it belongs to.
  package let token: ApplicationToken
  /// Its own name.
  package let name: String

  /// Makes a record of a process that is being closed.
  package init(pid: Int32, token: ApplicationToken, name: String) {
    self.pid = pid
    self.token = token
    self.name = name
  }
}
