import Bus
import OpenAppLockRules
package import ScreenTimeClient
package import ScreenTimeModel
import ScreenTimeProtocol

/// Who knows the categories of an application: the platform's catalog, or a test's stand-in.
package protocol CategoryLookup {
  /// The categories of an application; none for one that isn't known.
  func categories(
    of application: ApplicationToken
  ) throws(ScreenTimeError) -> Set<ActivityCategoryToken>
}

/// The platform's catalog, by the current session.
package struct CatalogCategories: CategoryLookup {
  /// Asks by whatever session is current then.
  package init() {}

  package func categories(
    of application: ApplicationToken
  ) throws(ScreenTimeError) -> Set<ActivityCategoryToken> {
    do {
      let found = try ScreenTimeSession.ask(CatalogList(search: application.rawValue))
      return Set(found.applications.first { $0.token == application }?.categories ?? [])
    } catch {
      throw ScreenTimeError(error)
    }
  }
}

extension CategoryLookup {
  /// The categories of what a shield stands in front of; asked only when a rule names any category.
  func categories(
    of subject: ShieldSubject, among rules: [RuleSnapshot]
  ) throws(ScreenTimeError) -> Set<ActivityCategoryToken> {
    guard case .application(let application) = subject,
      rules.contains(where: { $0.selection?.categoryTokens.isEmpty == false })
    else { return [] }
    return try categories(of: application)
  }
}
