import CivilTime
package import OpenAppLockRules
package import ScreenTimeModel

/// What the configuration extension answers.
package struct ShieldContentSource {
  private let stores: GroupStores
  private let categories: any CategoryLookup

  /// Makes the source of a group.
  package init(_ stores: GroupStores, categories: any CategoryLookup = CatalogCategories()) {
    self.stores = stores
    self.categories = categories
  }

  /// What the shield of `subject` shows.
  ///
  /// Where documents can't be read, or not for certain, there is a shield all the same, without a
  /// button: a press would not be granted either.
  package func content(
    for subject: ShieldSubject, in category: ActivityCategoryToken?, at moments: Moments
  ) -> ShieldContent {
    let rules = stores.snapshots.read()
    let facts = stores.facts()
    guard let known = rules.certainContent, facts.areCertain,
      // The category alone is what is left where the catalog can't be asked.
      let asked = try? categories.categories(of: subject, among: known)
    else { return ShieldPresentation.content(covering: EmptyCollection<JudgedRule>()) }
    let all = asked.union(category.map { [$0] } ?? [])
    let covering = facts.judge(known, at: moments).filter {
      RuleShield.covers(subject, categories: all, $0.rule)
    }
    return ShieldPresentation.content(covering: covering)
  }
}
