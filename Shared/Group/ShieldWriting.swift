package import ScreenTimeClient
package import ScreenTimeModel

/// Where shields are written: the platform's stores, or a test's.
package protocol ShieldWriting {
  /// The names of the group's stores that say anything.
  func storeNames() throws(ScreenTimeError) -> Set<String>

  /// How the stores were when they were listed last, with what was written here since; `nil` where nobody
  /// tells, and where somebody else has written since.
  var mark: StoreMark? { get }

  /// What a store says.
  func settings(of store: String) throws(ScreenTimeError) -> StoreSettings

  /// Makes a store say exactly this.
  func write(_ settings: StoreSettings, to store: String) throws(ScreenTimeError)
}
