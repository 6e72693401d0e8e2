import AppGroup
import CivilTime
import EventLoop

/// What is saved a little later than it happens, because losing it loses nothing that can't be found
/// out again: callbacks that were delivered, use, and the second copy of the stores.
extension ScreenTimeService {
  /// Callbacks that were delivered but not noted are delivered once more after a crash (P4).
  private static let activitiesDelay = Duration.milliseconds(200)
  private static let shieldsDelay = Duration.seconds(1)
  private static let usagePeriod = Duration.seconds(60)
  private static let clockPeriod = Duration.seconds(60)

  func saveActivitiesSoon() {
    guard saving.activities == nil, !timeline.isStopped else { return }
    saving.activities = loop.after(Self.activitiesDelay) { [weak self] in self?.saveActivities() }
  }

  func saveActivities() {
    saving.activities?.cancel()
    saving.activities = nil
    tell { () throws(AppGroupError) in
      try documents.save(ActivitiesContent(activities.records, owed: owed))
    }
  }

  func saveShieldsSoon() {
    guard saving.shields == nil, !timeline.isStopped else { return }
    saving.shields = loop.after(Self.shieldsDelay) { [weak self] in self?.saveShields() }
  }

  /// Saves the second copy.
  ///
  /// Stores that are not saved themselves stay as they are in it.
  func saveShields() {
    saving.shields?.cancel()
    guard saving.shields != nil else { return }
    saving.shields = nil
    tell { () throws(AppGroupError) in try documents.saveShields(stores.stores) }
  }

  func saveUsageIfDue() {
    guard history.hasChanges, time.uptime - saving.usageSaved >= Self.usagePeriod else { return }
    saveUsage()
  }

  /// Records the trusted time, now and then: a later life goes on from it.
  func saveClockIfDue() {
    guard time.uptime - saving.clockSaved >= Self.clockPeriod else { return }
    saveClock()
  }

  func saveClock() {
    saving.clockSaved = time.uptime
    tell { () throws(AppGroupError) in try documents.save(time.record) }
  }

  func saveUsage() {
    saving.usageSaved = time.uptime
    history.save(today: time.moment.date) { date, day in
      tell { () throws(AppGroupError) in try documents.save(day, of: date) }
    }
  }

  @discardableResult
  private func tell(_ save: () throws(AppGroupError) -> Void) -> Bool {
    do {
      try save()
      return true
    } catch {
      note("notSaved", error.message)
      return false
    }
  }
}
