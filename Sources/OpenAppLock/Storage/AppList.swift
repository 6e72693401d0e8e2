package import CivilTime
package import OpenAppLockProtocol
package import ScreenTimeModel

/// A named, reusable selection of applications, categories and sites.
package struct AppList: Hashable, Sendable {
  /// The list's id.
  package let id: AppListID
  /// Its name, unique among lists.
  package var name: String
  /// What is in it.
  package var selection: FamilyActivitySelection
  /// When it was made.
  package let createdAt: Instant

  /// Makes a list.
  package init(
    id: AppListID, name: String, selection: FamilyActivitySelection, createdAt: Instant
  ) {
    self.id = id
    self.name = name
    self.selection = selection
    self.createdAt = createdAt
  }
}
