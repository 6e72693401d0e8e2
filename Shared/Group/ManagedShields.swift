import Bus
import ManagedSettings
package import ScreenTimeClient
package import ScreenTimeModel
import ScreenTimeProtocol

/// The platform's stores, by the current session.
package struct ManagedShields: ShieldWriting {
  /// Writes by whatever session is current when something is written.
  package init() {}

  package func storeNames() throws(ScreenTimeError) -> Set<String> {
    do {
      return Set(try ScreenTimeSession.ask(StoreList()).stores)
    } catch {
      throw ScreenTimeError(error)
    }
  }

  package func settings(of store: String) throws(ScreenTimeError) -> StoreSettings {
    try ManagedSettingsStore(named: .init(store)).settings()
  }

  package func write(_ settings: StoreSettings, to store: String) throws(ScreenTimeError) {
    try ManagedSettingsStore(named: .init(store)).replace(with: settings)
  }
}
