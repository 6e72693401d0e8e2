package import ScreenTimeModel

/// A start that the guard refused.
package struct DeniedLaunch: Hashable, Sendable {
  /// The process that wanted to become the app; it lives on with an error.
  package let pid: Int32
  /// Its real user; `nil` when the kernel wouldn't say.
  package let uid: UInt32?
  /// The app.
  package let token: ApplicationToken
  /// The executable, by the path that its rule knows.
  package let executable: String

  /// Makes a record of a refused start.
  package init(pid: Int32, uid: UInt32?, token: ApplicationToken, executable: String) {
    self.pid = pid
    self.uid = uid
    self.token = token
    self.executable = executable
  }
}
