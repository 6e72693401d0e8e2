import ScreenTimeModel

/// An application with all the names that it goes by, so that a store that names the executable and
/// one that names the desktop id mean the same application.
struct AppIdentity: Hashable, Sendable {
  /// The names that a shield can mean it by.
  let names: Set<ApplicationToken>
  /// The names that an exception can mean it by: only those that lead from the application to its
  /// files.
  ///
  /// The way back would go through a desktop file, which the user can write himself.
  let exceptionNames: Set<ApplicationToken>
  /// The categories that it is in.
  let categories: Set<ActivityCategoryToken>
}

extension StoreSettings {
  /// Whether this store alone shields or blocks an application, by any of its names.
  func shields(_ app: AppIdentity) -> Bool {
    if let shieldedApplications, !shieldedApplications.isDisjoint(with: app.names) { return true }
    if let blockedApplications, !blockedApplications.isDisjoint(with: app.names) { return true }
    switch shieldedCategories {
    case nil, .some(.none): return false
    case .specific(let chosen, let except):
      return !chosen.isDisjoint(with: app.categories) && except.isDisjoint(with: app.exceptionNames)
    case .all(let except): return except.isDisjoint(with: app.exceptionNames)
    }
  }

  /// Whether the store can shield applications that it doesn't name.
  var shieldsUnnamed: Bool {
    switch shieldedCategories {
    case nil, .some(.none): false
    case .specific, .all: true
    }
  }
}

extension ShieldUnion {
  /// Whether any store shields or blocks an application, by any of its names.
  func shields(_ app: AppIdentity) -> Bool { stores.values.contains { $0.shields(app) } }
}
