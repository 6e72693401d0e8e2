import Bus
package import ScreenTimeClient
package import ScreenTimeModel
import ScreenTimeProtocol

/// The platform's stores, by the current session.
///
/// A store is read once for each write that the service counts.
package struct ManagedShields: ShieldWriting {
  /// Writes by whatever session is current when something is written.
  package init() {}

  package var mark: StoreMark? { ScreenTimeSession.current?.storeMemory.mark }

  package func storeNames() throws(ScreenTimeError) -> Set<String> {
    let reply = try ask(StoreList())
    ScreenTimeSession.current?.storeMemory.hear(revision: reply.revision)
    return Set(reply.stores)
  }

  package func settings(of store: String) throws(ScreenTimeError) -> StoreSettings {
    if let known = ScreenTimeSession.current?.storeMemory.settings(of: store) { return known }
    let settings = try ask(StoreRead(store: store)).settings
    ScreenTimeSession.current?.storeMemory.keep(settings, of: store)
    return settings
  }

  package func write(_ settings: StoreSettings, to store: String) throws(ScreenTimeError) {
    let reply = try ask(StoreChange(store: store, changes: .replacingAll(with: settings)))
    ScreenTimeSession.current?.storeMemory.keep(
      reply.settings, of: store, revision: reply.revision)
  }

  private func ask<R: BusRequest>(_ request: R) throws(ScreenTimeError) -> R.Reply {
    do {
      return try ScreenTimeSession.ask(request)
    } catch {
      throw ScreenTimeError(error)
    }
  }
}
