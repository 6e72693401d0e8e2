import DeviceActivity
import ManagedSettings

/// Makes true what the plan says: what the monitor does whenever it is woken, and the app whenever it
/// is opened, so that a callback that was lost is made up for.
public enum StudyGuard {
  private static let store = ManagedSettingsStore(named: .init("study-hour"))

  /// Works out anew what holds now, and has the store say so.
  ///
  /// - Throws: why the break can't be read or the store can't be written.
  public static func refresh(at moment: Moment, in directory: String) throws {
    let lastBreak = try StudyBreak.last(in: directory)
    var settings = StoreSettings()
    if StudyPlan.shieldsGames(at: moment, after: lastBreak) {
      settings.shieldedCategories = .specific([try StudyPlan.games])
    }
    try store.replace(with: settings)
  }
}
