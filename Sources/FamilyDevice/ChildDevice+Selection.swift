import CivilTime
import EventLoop
import FamilyShared
import PolicyCore
package import ScreenTimeModel

/// What a parent selects.
extension ChildDevice {
  /// Opens a setup session with a code that a parent has made for this machine.
  ///
  /// - Throws: `notAuthorized` and what else this side has against it before the code is used.
  package func openSetup(code: String) throws(DeviceError) -> SetupSession {
    let credentials = try requireCredentials()
    try platform.authorize()
    let opened = BootTime.uptime
    return try asking(as: credentials) { client throws(DeviceError) in
      // Both by the server's clock: how wrong ours is doesn't matter.
      let now = Instant(seconds: try client.snapshot().serverTime)
      return SetupSession(lasting: try client.unlockConfiguration(code: code) - now, at: opened)
    }
  }

  /// Says whether apps can be selected.
  ///
  /// - Throws: `invalid` for one that isn't here or is never blocked: a typing error must not look like a
  ///   selection.
  package func checkApps(_ apps: [ApplicationToken]) throws(DeviceError) {
    let problems = try platform.problems(with: apps)
    guard problems.isEmpty else {
      throw DeviceError(.invalid, problems.joined(separator: "; "))
    }
  }

  /// Has the policy be about other apps than before.
  ///
  /// - Throws: `setupOver` after the session's end, and as `checkApps`.
  package func select(
    _ apps: [ApplicationToken], in session: SetupSession
  ) throws(DeviceError) {
    try checkApps(apps)
    try session.check(at: BootTime.uptime)
    // A parent is here and says what is to be shielded: whatever can't be read may be begun anew.
    try update(beginsAnew: true) { state in state.selection = Set(apps).sorted() }
    do {
      try group.secure()
    } catch {
      throw DeviceError(unreadable: error)
    }
    try enforce()
  }
}
