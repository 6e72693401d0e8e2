import Bus
package import CivilTime
import FamilyControls
import FamilyShared
import ScreenTimeClient
import ScreenTimeProtocol

/// The Screen Time service, as a child's machine uses it.
package final class Platform {
  private let socket: String

  /// Connects the calling thread.
  ///
  /// - Throws: `unavailable` where nobody serves there.
  package init(socket: String) throws(DeviceError) {
    self.socket = socket
    do {
      try ScreenTimeApp.connect(to: socket, appGroup: FamilyIdentity.appGroup)
    } catch {
      throw DeviceError(
        .unavailable, "the Screen Time service can't be reached: \(error.message)",
        hint: "start it (openapplock up, or screentimed), or name its socket with --service")
    }
  }

  deinit { ScreenTimeApp.disconnect() }

  /// The service's time, and what is known while the wall clock can't be trusted.
  package func clock() throws(DeviceError) -> (now: Instant, suspicion: Suspicion?) {
    guard let session = ScreenTimeSession.current else { throw Self.gone }
    do {
      let reading = try session.ask(ClockRead())
      return (reading.now, reading.suspicion)
    } catch {
      throw DeviceError(.unavailable, "the Screen Time service doesn't answer: \(error.message)")
    }
  }

  /// Asks for the permission to restrict this machine for a child.
  ///
  /// Never for less: somebody who restricts himself can lift it himself.
  package func authorize() throws(DeviceError) {
    do {
      try AuthorizationCenter.shared.requestAuthorization(for: .child)
    } catch {
      throw DeviceError(
        .notAuthorized, "the permission for a child was not given: \(error)",
        hint: "an administrator of this machine has to run this")
    }
  }

  private static let gone = DeviceError(.unavailable, "the Screen Time service has gone")
}
