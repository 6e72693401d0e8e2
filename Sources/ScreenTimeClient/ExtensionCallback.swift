package import Bus
package import CivilTime
package import ScreenTimeProtocol

/// A request of the service to an extension: it carries the service's time and zone.
package protocol ExtensionCallback: BusRequest {
  /// The service's time.
  var now: Instant { get }
  /// What is known while the wall clock can't be trusted.
  var suspicion: Suspicion? { get }
  /// The identifier of the zone in force.
  var zone: String { get }
  /// The local date on which the interval started that the callback is about, where it is about one.
  var intervalDate: CivilDate? { get }
}

extension ExtensionCallback {
  /// Most callbacks are about no interval.
  package var intervalDate: CivilDate? { nil }
}

extension ActivityCallback: ExtensionCallback {}
extension ShieldConfigure: ExtensionCallback {}
extension ShieldAct: ExtensionCallback {}
