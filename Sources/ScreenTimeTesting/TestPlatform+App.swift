import Bus
import ScreenTimeClient
import ScreenTimeProtocol

/// The app's side: what it writes, and what is kept for it.
extension TestPlatform {
  /// Does what an app of a group would do: inside, `ManagedSettingsStore`, `DeviceActivityCenter` and
  /// `AuthorizationCenter` talk to this platform in the group's name.
  ///
  /// - Throws: what `body` throws; and ``TestPlatformError`` for a write inside it that failed and
  ///   that nobody was told of, because Apple's setters cannot throw.
  @discardableResult
  public func app<Result>(_ group: String, _ body: () throws -> Result) throws -> Result {
    try takeUpManifests()
    let session: ScreenTimeSession
    do {
      session = ScreenTimeSession(
        connection: try connection(of: group),
        group: AppGroupIdentity(identifier: group, directory: try groupDirectory(of: group)))
    } catch let error as BusError {
      throw TestPlatformError(error, while: "connect an app", conversation: transcript)
    }
    let result = try ScreenTimeSession.withCurrent(session) { try body() }
    if let failure = session.takeFailure() {
      throw TestPlatformError(failure, while: "write as an app", conversation: transcript)
    }
    return result
  }

  /// What a store of a group says: what was written to it, never the union.
  public func store(
    _ name: String, of group: String
  ) throws(TestPlatformError) -> StoreSettings {
    try ask(StoreRead(store: name), of: group, "read the store \(name)").settings
  }

  /// The names of a group's stores that say anything, sorted.
  public func stores(of group: String) throws(TestPlatformError) -> [String] {
    try ask(StoreList(), of: group, "list the stores").stores
  }

  /// The names of a group's activities that are monitored, sorted.
  public func activities(of group: String) throws(TestPlatformError) -> [DeviceActivityName] {
    try ask(ActivityList(), of: group, "list the activities").activities.keys.sorted()
      .map { DeviceActivityName($0) }
  }
}
