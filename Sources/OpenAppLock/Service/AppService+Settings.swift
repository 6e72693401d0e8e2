import AppGroup
import Bus
import OpenAppLockProtocol
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeProtocol

/// The messages about settings.
extension AppService {
  /// Takes them up.
  func serveSettings() {
    server.on(SettingsGet.self) { [unowned self] _, _ throws(BusError) in try settings() }
    server.on(SettingsSet.self) { [unowned self] request, _ throws(BusError) in
      try set(request)
    }
  }

  /// Tells the platform who is supervised, where somebody ever said so.
  func superviseAsStored() {
    // A file that can't be read says nothing; the platform keeps what it was told last.
    guard let users = try? storage.repository().supervisedUsers(), users != .byDefault else {
      return
    }
    _ = supervise(users)
  }

  private func settings() throws(BusError) -> SettingsReport {
    let protection: Bool
    do {
      protection = try group.settings.uninstallProtection()
    } catch {
      throw BusError(BusErrorCode(rawValue: error.code), error.message)
    }
    do {
      return SettingsReport(
        uninstallProtection: protection,
        supervisedUsers: try storage.repository().supervisedUsers())
    } catch {
      throw BusError(error)
    }
  }

  private func set(_ request: SettingsSet) throws(BusError) -> Stored<SettingsReport> {
    try requireWritable()
    guard request.uninstallProtection != nil || request.supervisedUsers != nil else {
      throw BusError(.usage, "nothing was said that would change the settings")
    }
    let before = try settings()
    try allow(request, from: before)
    var reason: String?
    if let protection = request.uninstallProtection {
      do {
        try group.settings.setUninstallProtection(protection)
      } catch {
        throw BusError(.notStored, error.message, hint: error.hint)
      }
      reason = enforcer.refresh()
    }
    if let users = request.supervisedUsers, users != before.supervisedUsers {
      reason =
        try change { repository throws(StorageError) in
          try repository.set(supervisedUsers: users)
        } ?? supervise(users)
    }
    return Stored(try settings(), notEnforced: reason)
  }

  /// Turning protection off and changing who is supervised are both ways around a hard rule (U3).
  private func allow(_ request: SettingsSet, from before: SettingsReport) throws(BusError) {
    let endsProtection = before.uninstallProtection && request.uninstallProtection == false
    let changesUsers =
      request.supervisedUsers != nil && request.supervisedUsers != before.supervisedUsers
    if endsProtection || changesUsers { try picture().allow(.endUninstallProtection) }
  }

  private func supervise(_ users: SupervisedUsers) -> String? {
    do {
      switch users {
      case .byDefault: _ = try platform.ask(SupervisionSet(users: nil))
      case .only(let users): _ = try platform.ask(SupervisionSet(users: users))
      }
      return nil
    } catch {
      return error.message
    }
  }
}
