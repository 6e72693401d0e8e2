/// Which categories a shield covers, and which applications it leaves out.
///
/// The exceptions hold within the one store that names them, never against another (decision P3).
public enum ActivityCategoryPolicy: Hashable, Sendable {
  /// No category.
  case none
  /// The categories named, but not the applications excepted.
  case specific(Set<ActivityCategoryToken>, except: Set<ApplicationToken>)
  /// Every application, but not those excepted. The service's own programs are always excepted.
  case all(except: Set<ApplicationToken>)
}

/// How a store filters the web.
public enum WebContentFilterPolicy: Hashable, Sendable {
  /// No filter.
  case none
  /// Sites of the adult lists, and the domains named, but not the exceptions.
  case auto(Set<WebDomainToken>, except: Set<WebDomainToken>)
  /// The domains named.
  case specific(Set<WebDomainToken>)
}

/// Everything that one named store says; `nil` says nothing (decision: `nil` relinquishes).
public struct StoreSettings: Hashable, Sendable {
  /// Applications under a shield.
  public var shieldedApplications: Set<ApplicationToken>?
  /// Categories under a shield.
  public var shieldedCategories: ActivityCategoryPolicy?
  /// Sites under a shield.
  public var shieldedWebDomains: Set<WebDomainToken>?
  /// Applications that may not be used at all.
  public var blockedApplications: Set<ApplicationToken>?
  /// Whether applications may not be removed from the machine.
  public var denyAppRemoval: Bool?
  /// The filter of web content.
  public var webContentFilter: WebContentFilterPolicy?

  /// Makes settings that say nothing.
  public init() {}

  /// Whether the store says nothing at all.
  public var isEmpty: Bool { self == StoreSettings() }

  /// The same settings after `changes`.
  public func applying(_ changes: StoreChanges) -> StoreSettings {
    var result = self
    changes.shieldedApplications.apply(to: &result.shieldedApplications)
    changes.shieldedCategories.apply(to: &result.shieldedCategories)
    changes.shieldedWebDomains.apply(to: &result.shieldedWebDomains)
    changes.blockedApplications.apply(to: &result.blockedApplications)
    changes.denyAppRemoval.apply(to: &result.denyAppRemoval)
    changes.webContentFilter.apply(to: &result.webContentFilter)
    return result
  }

  /// How many tokens the fullest field holds; what the `ios` preset limits to 50.
  public var largestTokenCount: Int {
    let categoryTokens =
      switch shieldedCategories {
      case nil, .some(.none): 0
      case .specific(let categories, let except): max(categories.count, except.count)
      case .all(let except): except.count
      }
    return max(
      shieldedApplications?.count ?? 0, categoryTokens, shieldedWebDomains?.count ?? 0,
      blockedApplications?.count ?? 0)
  }
}

/// What becomes of one field of a store: untouched, relinquished or set.
public enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The field keeps what it says.
  case keep
  /// The field says nothing from now on.
  case relinquish
  /// The field says this from now on.
  case set(Value)

  /// The change that makes a field say `value`, or nothing.
  public init(_ value: Value?) {
    self = value.map(Change.set) ?? .relinquish
  }

  func apply(to field: inout Value?) {
    switch self {
    case .keep: break
    case .relinquish: field = nil
    case .set(let value): field = value
    }
  }
}

/// One write to a store: the fields it names change together, all others stay.
public struct StoreChanges: Hashable, Sendable {
  /// See ``StoreSettings/shieldedApplications``.
  public var shieldedApplications: Change<Set<ApplicationToken>> = .keep
  /// See ``StoreSettings/shieldedCategories``.
  public var shieldedCategories: Change<ActivityCategoryPolicy> = .keep
  /// See ``StoreSettings/shieldedWebDomains``.
  public var shieldedWebDomains: Change<Set<WebDomainToken>> = .keep
  /// See ``StoreSettings/blockedApplications``.
  public var blockedApplications: Change<Set<ApplicationToken>> = .keep
  /// See ``StoreSettings/denyAppRemoval``.
  public var denyAppRemoval: Change<Bool> = .keep
  /// See ``StoreSettings/webContentFilter``.
  public var webContentFilter: Change<WebContentFilterPolicy> = .keep

  /// Makes a write that changes nothing.
  public init() {}

  /// The write that relinquishes every field.
  public static var clearingAll: StoreChanges { replacingAll(with: StoreSettings()) }

  /// The write after which a store says exactly `settings`.
  public static func replacingAll(with settings: StoreSettings) -> StoreChanges {
    var changes = StoreChanges()
    changes.shieldedApplications = Change(settings.shieldedApplications)
    changes.shieldedCategories = Change(settings.shieldedCategories)
    changes.shieldedWebDomains = Change(settings.shieldedWebDomains)
    changes.blockedApplications = Change(settings.blockedApplications)
    changes.denyAppRemoval = Change(settings.denyAppRemoval)
    changes.webContentFilter = Change(settings.webContentFilter)
    return changes
  }
}
