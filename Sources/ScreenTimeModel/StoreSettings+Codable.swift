/// `{"none": {}}`, `{"specific": {"categories": […], "except": […]}}` or `{"all": {"except": […]}}`.
extension ActivityCategoryPolicy: Codable {
  private enum Case: String, CodingKey {
    case none
    case specific
    case all
  }

  private enum Payload: String, CodingKey {
    case categories
    case except
  }

  /// Reads the value from a document, and refuses what is not one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Case.self)
    if container.contains(.none) {
      self = .none
    } else if container.contains(.specific) {
      let payload = try container.nestedContainer(keyedBy: Payload.self, forKey: .specific)
      self = .specific(
        Set(try payload.decode([ActivityCategoryToken].self, forKey: .categories)),
        except: Set(try payload.decodeIfPresent([ApplicationToken].self, forKey: .except) ?? []))
    } else {
      let payload = try container.nestedContainer(keyedBy: Payload.self, forKey: .all)
      self = .all(
        except: Set(try payload.decodeIfPresent([ApplicationToken].self, forKey: .except) ?? []))
    }
  }

  /// Writes the value to a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Case.self)
    switch self {
    case .none:
      _ = container.nestedContainer(keyedBy: Payload.self, forKey: .none)
    case .specific(let categories, let except):
      var payload = container.nestedContainer(keyedBy: Payload.self, forKey: .specific)
      try payload.encode(categories.sorted(), forKey: .categories)
      try payload.encode(except.sorted(), forKey: .except)
    case .all(let except):
      var payload = container.nestedContainer(keyedBy: Payload.self, forKey: .all)
      try payload.encode(except.sorted(), forKey: .except)
    }
  }
}

/// `{"none": {}}`, `{"auto": {"domains": […], "except": […]}}` or `{"specific": {"domains": […]}}`.
extension WebContentFilterPolicy: Codable {
  private enum Case: String, CodingKey {
    case none
    case auto
    case specific
  }

  private enum Payload: String, CodingKey {
    case domains
    case except
  }

  /// Reads the value from a document, and refuses what is not one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Case.self)
    if container.contains(.none) {
      self = .none
    } else if container.contains(.auto) {
      let payload = try container.nestedContainer(keyedBy: Payload.self, forKey: .auto)
      self = .auto(
        Set(try payload.decodeIfPresent([WebDomainToken].self, forKey: .domains) ?? []),
        except: Set(try payload.decodeIfPresent([WebDomainToken].self, forKey: .except) ?? []))
    } else {
      let payload = try container.nestedContainer(keyedBy: Payload.self, forKey: .specific)
      self = .specific(Set(try payload.decode([WebDomainToken].self, forKey: .domains)))
    }
  }

  /// Writes the value to a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Case.self)
    switch self {
    case .none:
      _ = container.nestedContainer(keyedBy: Payload.self, forKey: .none)
    case .auto(let domains, let except):
      var payload = container.nestedContainer(keyedBy: Payload.self, forKey: .auto)
      try payload.encode(domains.sorted(), forKey: .domains)
      try payload.encode(except.sorted(), forKey: .except)
    case .specific(let domains):
      var payload = container.nestedContainer(keyedBy: Payload.self, forKey: .specific)
      try payload.encode(domains.sorted(), forKey: .domains)
    }
  }
}

/// The names that a store's fields have on the wire and on disk.
private enum StoreField: String, CodingKey {
  case shieldedApplications
  case shieldedCategories
  case shieldedWebDomains
  case blockedApplications
  case denyAppRemoval
  case webContentFilter
}

/// A field that says nothing is absent.
extension StoreSettings: Codable {
  /// Reads the value from a document, and refuses what is not one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StoreField.self)
    self.init()
    shieldedApplications = try container.decodeIfPresent(
      [ApplicationToken].self, forKey: .shieldedApplications
    ).map(Set.init)
    shieldedCategories = try container.decodeIfPresent(
      ActivityCategoryPolicy.self, forKey: .shieldedCategories)
    shieldedWebDomains = try container.decodeIfPresent(
      [WebDomainToken].self, forKey: .shieldedWebDomains
    ).map(Set.init)
    blockedApplications = try container.decodeIfPresent(
      [ApplicationToken].self, forKey: .blockedApplications
    ).map(Set.init)
    denyAppRemoval = try container.decodeIfPresent(Bool.self, forKey: .denyAppRemoval)
    webContentFilter = try container.decodeIfPresent(
      WebContentFilterPolicy.self, forKey: .webContentFilter)
  }

  /// Writes the value to a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StoreField.self)
    try container.encodeIfPresent(shieldedApplications?.sorted(), forKey: .shieldedApplications)
    try container.encodeIfPresent(shieldedCategories, forKey: .shieldedCategories)
    try container.encodeIfPresent(shieldedWebDomains?.sorted(), forKey: .shieldedWebDomains)
    try container.encodeIfPresent(blockedApplications?.sorted(), forKey: .blockedApplications)
    try container.encodeIfPresent(denyAppRemoval, forKey: .denyAppRemoval)
    try container.encodeIfPresent(webContentFilter, forKey: .webContentFilter)
  }
}

/// Absent keeps, `null` relinquishes, a value sets: zero and absent are not the same.
extension StoreChanges: Codable {
  /// Reads the value from a document, and refuses what is not one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StoreField.self)
    self.init()
    shieldedApplications = try container.change([ApplicationToken].self, .shieldedApplications)
      .map(Set.init)
    shieldedCategories = try container.change(ActivityCategoryPolicy.self, .shieldedCategories)
    shieldedWebDomains = try container.change([WebDomainToken].self, .shieldedWebDomains)
      .map(Set.init)
    blockedApplications = try container.change([ApplicationToken].self, .blockedApplications)
      .map(Set.init)
    denyAppRemoval = try container.change(Bool.self, .denyAppRemoval)
    webContentFilter = try container.change(WebContentFilterPolicy.self, .webContentFilter)
  }

  /// Writes the value to a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StoreField.self)
    try container.encode(shieldedApplications.map { $0.sorted() }, .shieldedApplications)
    try container.encode(shieldedCategories, .shieldedCategories)
    try container.encode(shieldedWebDomains.map { $0.sorted() }, .shieldedWebDomains)
    try container.encode(blockedApplications.map { $0.sorted() }, .blockedApplications)
    try container.encode(denyAppRemoval, .denyAppRemoval)
    try container.encode(webContentFilter, .webContentFilter)
  }
}

extension Change {
  fileprivate func map<Other>(_ transform: (Value) -> Other) -> Change<Other> {
    switch self {
    case .keep: .keep
    case .relinquish: .relinquish
    case .set(let value): .set(transform(value))
    }
  }
}

extension KeyedDecodingContainer where Key == StoreField {
  fileprivate func change<Value: Decodable & Hashable & Sendable>(
    _ type: Value.Type, _ key: StoreField
  ) throws -> Change<Value> {
    guard contains(key) else { return .keep }
    return try decodeNil(forKey: key) ? .relinquish : .set(decode(type, forKey: key))
  }
}

extension KeyedEncodingContainer where Key == StoreField {
  fileprivate mutating func encode<Value: Encodable & Hashable & Sendable>(
    _ change: Change<Value>, _ key: StoreField
  ) throws {
    switch change {
    case .keep: break
    case .relinquish: try encodeNil(forKey: key)
    case .set(let value): try encode(value, forKey: key)
    }
  }
}
