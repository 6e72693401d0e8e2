package import Bus
package import CivilTime
package import ScreenTimeProtocol

/// A request of the service to an extension: it carries the service's time and zone.
package protocol ExtensionCallback: BusRequest {
  /// The service's time.
  var now: Instant { get }
  /// What the wall clock says, where it can't be trusted.
  var suspectWall: Instant? { get }
  /// The identifier of the zone in force.
  var zone: String { get }
}

extension ActivityCallback: ExtensionCallback {}
extension ShieldConfigure: ExtensionCallback {}
extension ShieldAct: ExtensionCallback {}
