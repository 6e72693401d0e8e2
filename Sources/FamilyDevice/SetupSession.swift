/// One short setup session: what a parent's code opens on the machine that it was made for.
///
/// It lives in the process that opened it, and ends with it or at its time, whichever comes first.
package struct SetupSession: Sendable {
  /// The longest that a session lasts, whatever a server says.
  private static let longest = Duration.seconds(3600)

  /// When it ends, by the boot-time clock.
  private let end: Duration

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - lasting: How long the server has it last.
  ///   - uptime: What the boot-time clock says: setting the wall clock makes no session longer.
  package init(lasting: Duration, at uptime: Duration) {
    end = uptime + min(max(lasting, .zero), Self.longest)
  }

  /// Says whether it goes on.
  ///
  /// - Throws: `setupOver`.
  package func check(at uptime: Duration) throws(DeviceError) {
    guard uptime < end else {
      throw DeviceError(
        .setupOver, "the setup session is over, so nothing was changed",
        hint: "a parent makes another configuration code on the family's page")
    }
  }
}
