import Bus
package import CivilTime
import FamilyControls
import FamilyShared
import ScreenTimeClient
import ScreenTimeModel
import ScreenTimeProtocol

/// The Screen Time service, as a child's machine uses it.
package final class Platform {
  private let socket: String

  /// Connects the calling thread.
  ///
  /// - Throws: `unavailable` where nobody serves there.
  package init(socket: String) throws(DeviceError) {
    self.socket = socket
    try Self.connect(to: socket)
  }

  deinit { ScreenTimeApp.disconnect() }

  /// The service's time, and what is known while the wall clock can't be trusted.
  package func clock() throws(DeviceError) -> (now: Instant, suspicion: Suspicion?) {
    let reading = try ask(ClockRead())
    return (reading.now, reading.suspicion)
  }

  /// How many whole minutes of a day in a zone apps were in use, together.
  func minutes(
    of apps: [ApplicationToken], on day: CivilDate, in zone: Zone
  ) throws(DeviceError) -> Int {
    let selection = FamilyActivitySelection(applicationTokens: Set(apps))
    return try ask(UsageRead(selection: selection, date: day, zone: zone.identifier)).seconds / 60
  }

  /// Whether the family's store says that all these apps are shielded; none never are.
  func isShielded(_ apps: [ApplicationToken]) throws(DeviceError) -> Bool {
    let shielded = try ask(StoreRead(store: FamilyIdentity.store)).settings.shieldedApplications
    return !apps.isEmpty && Set(apps).isSubset(of: shielded ?? [])
  }

  /// What speaks against selecting apps, a sentence each.
  func problems(with apps: [ApplicationToken]) throws(DeviceError) -> [String] {
    try ask(CatalogCheck(applications: apps)).problems.map(\.message)
  }

  /// Asks for the permission to restrict this machine for a child.
  ///
  /// Never for less: somebody who restricts himself can lift it himself.
  package func authorize() throws(DeviceError) {
    do {
      try AuthorizationCenter.shared.requestAuthorization(for: .child)
    } catch .unavailable(let message) {
      throw Self.unavailable(message)
    } catch {
      throw DeviceError(
        .notAuthorized, "the permission to restrict this machine for a child was not given",
        hint: "an administrator of this machine has to run this")
    }
  }

  /// Asks the service.
  ///
  /// One that has been started anew since doesn't know us any more, and is connected to once more.
  private func ask<R: BusRequest>(_ request: R) throws(DeviceError) -> R.Reply {
    do {
      return try answer(to: request)
    } catch {
      guard [.peerGone, .closed, .unreachable].contains(error.code) else {
        throw Self.unavailable(error.message)
      }
    }
    try Self.connect(to: socket)
    do {
      return try answer(to: request)
    } catch {
      throw Self.unavailable(error.message)
    }
  }

  private func answer<R: BusRequest>(to request: R) throws(BusError) -> R.Reply {
    guard let session = ScreenTimeSession.current else {
      throw BusError(.unreachable, "there is no conversation with it")
    }
    return try session.ask(request)
  }

  private static func connect(to socket: String) throws(DeviceError) {
    do {
      try ScreenTimeApp.connect(to: socket, appGroup: FamilyIdentity.appGroup)
    } catch {
      throw unavailable(error.message)
    }
  }

  private static func unavailable(_ reason: String) -> DeviceError {
    DeviceError(
      .unavailable, "the Screen Time service can't be reached: \(reason)",
      hint: "start it (openapplock up, or screentimed), or name its socket with --service")
  }
}
