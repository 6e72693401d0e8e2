package import ScreenTimeModel

/// An app list as the app tells of it; what `list ls --json` prints.
package struct ListReport: Codable, Sendable, Hashable {
  /// The list's id.
  package let id: AppListID
  /// Its name.
  package let name: String
  /// Its applications, sorted.
  package let apps: [ApplicationToken]
  /// Its categories, sorted.
  package let categories: [ActivityCategoryToken]
  /// Its sites, sorted.
  package let sites: [WebDomainToken]
  /// The names of the rules that use it.
  package let rules: [String]

  /// Makes a report.
  package init(
    id: AppListID, name: String, selection: FamilyActivitySelection, rules: [String]
  ) {
    self.id = id
    self.name = name
    self.apps = selection.applicationTokens.sorted()
    self.categories = selection.categoryTokens.sorted()
    self.sites = selection.webDomainTokens.sorted()
    self.rules = rules
  }
}
