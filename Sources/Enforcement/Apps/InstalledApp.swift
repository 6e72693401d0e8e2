package import ScreenTimeModel

/// An app of this machine.
package struct InstalledApp: Hashable, Sendable {
  /// Its token: the desktop id, or the path it was asked for by.
  package let token: ApplicationToken
  /// What people call it.
  package let name: String
  /// The categories it is in; never empty.
  package let categories: Set<ActivityCategoryToken>
  /// Whether menus show it.
  ///
  /// What they don't show (helpers, handlers) is no app that anybody chose.
  package let isShown: Bool
  /// How its processes and files are known.
  package let target: AppTarget

  /// The paths of its own executables.
  package var executables: [String] { target.executables }

  /// Makes an app.
  package init(
    token: ApplicationToken, name: String, categories: Set<ActivityCategoryToken>, isShown: Bool,
    target: AppTarget
  ) {
    self.token = token
    self.name = name
    self.categories = categories
    self.isShown = isShown
    self.target = target
  }
}
