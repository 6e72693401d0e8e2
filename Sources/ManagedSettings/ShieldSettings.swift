public import ScreenTimeModel

/// What a store puts under a shield.
///
/// `nil` in any field says nothing about it.
///
/// Each assignment is one write to the service and each reading one question, so code that changes
/// several fields uses ``ManagedSettingsStore/update(_:)``.
public struct ShieldSettings {
  /// Which categories a shield covers, and which applications it leaves out.
  public typealias ActivityCategoryPolicy = ScreenTimeModel.ActivityCategoryPolicy

  private let store: ManagedSettingsStore

  init(store: ManagedSettingsStore) {
    self.store = store
  }

  /// The applications under a shield.
  public var applications: Set<ApplicationToken>? {
    get { store.read(\.shieldedApplications) }
    nonmutating set { store.write(\.shieldedApplications, newValue) }
  }

  /// The categories under a shield; `.all(except:)` is "allow only".
  public var applicationCategories: ActivityCategoryPolicy? {
    get { store.read(\.shieldedCategories) }
    nonmutating set { store.write(\.shieldedCategories, newValue) }
  }

  /// The sites under a shield; the names below each are meant too.
  public var webDomains: Set<WebDomainToken>? {
    get { store.read(\.shieldedWebDomains) }
    nonmutating set { store.write(\.shieldedWebDomains, newValue) }
  }
}

/// Apple's spellings without exceptions.
extension ActivityCategoryPolicy {
  /// The categories named, without exceptions.
  public static func specific(_ categories: Set<ActivityCategoryToken>) -> ActivityCategoryPolicy {
    .specific(categories, except: [])
  }

  /// Every application, without exceptions.
  public static func all() -> ActivityCategoryPolicy {
    .all(except: [])
  }
}
