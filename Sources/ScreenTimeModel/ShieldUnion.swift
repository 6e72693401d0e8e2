/// All stores together: an app is shielded when any of them shields it.
///
/// There is no merged copy: each question goes through every store, so that no merge can drop a
/// block.
public struct ShieldUnion: Hashable, Sendable {
  /// The stores that say anything, each under its app group and name.
  public let stores: [StoreName: StoreSettings]

  /// Unites stores.
  public init(_ stores: [StoreName: StoreSettings]) {
    self.stores = stores
  }

  /// Whether any store shields or blocks `application`, which belongs to `categories`.
  public func shields(
    _ application: ApplicationToken, categories: Set<ActivityCategoryToken>
  ) -> Bool {
    stores.values.contains { $0.shields(application, categories: categories) }
  }

  /// The stores that shield `application`, in order.
  public func stores(
    shielding application: ApplicationToken, categories: Set<ActivityCategoryToken>
  ) -> [StoreName] {
    stores.filter { $0.value.shields(application, categories: categories) }.keys.sorted()
  }

  /// Whether any store shields `site` or a domain above it.
  public func shields(_ site: WebDomainToken) -> Bool {
    stores.values.contains { store in
      store.shieldedWebDomains?.contains { site.isOrIsBelow($0) } ?? false
    }
  }

  /// Every application that a store names, wherever it names it.
  public var namedApplications: Set<ApplicationToken> {
    stores.values.reduce(into: []) { names, store in
      names.formUnion(store.shieldedApplications ?? [])
      names.formUnion(store.blockedApplications ?? [])
    }
  }

  /// Every site that a store shields, sorted.
  public var shieldedSites: [WebDomainToken] {
    stores.values.reduce(into: Set<WebDomainToken>()) { sites, store in
      sites.formUnion(store.shieldedWebDomains ?? [])
    }.sorted()
  }

  /// Whether any store shields every application but its exceptions.
  public var hasAllowOnly: Bool {
    stores.values.contains { store in
      if case .all = store.shieldedCategories { true } else { false }
    }
  }

  /// Whether any store denies the removal of applications.
  public var deniesAppRemoval: Bool { stores.values.contains { $0.denyAppRemoval == true } }

  /// Whether any store engages the filter of adult sites.
  public var filtersAdultContent: Bool {
    stores.values.contains { store in
      if case .auto = store.webContentFilter { true } else { false }
    }
  }
}

extension StoreSettings {
  /// Whether this store alone shields or blocks `application`.
  public func shields(
    _ application: ApplicationToken, categories: Set<ActivityCategoryToken>
  ) -> Bool {
    if shieldedApplications?.contains(application) == true { return true }
    if blockedApplications?.contains(application) == true { return true }
    switch shieldedCategories {
    case nil, .some(.none): return false
    case .specific(let chosen, let except):
      return !chosen.isDisjoint(with: categories) && !except.contains(application)
    case .all(let except): return !except.contains(application)
    }
  }
}

extension WebDomainToken {
  /// Whether this domain is `other` or a name below it.
  public func isOrIsBelow(_ other: WebDomainToken) -> Bool {
    rawValue == other.rawValue || rawValue.hasSuffix("." + other.rawValue)
  }
}

/// A store's full name: the app group that writes it and its name there.
public struct StoreName: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
  /// The app group.
  public let group: String
  /// The name within the group.
  public let name: String

  /// Makes a full name.
  public init(group: String, name: String) {
    self.group = group
    self.name = name
  }

  /// The group and the name, joined by a slash.
  public var description: String { "\(group)/\(name)" }

  /// Whether `left` comes before `right`.
  public static func < (left: StoreName, right: StoreName) -> Bool {
    (left.group, left.name) < (right.group, right.name)
  }
}
