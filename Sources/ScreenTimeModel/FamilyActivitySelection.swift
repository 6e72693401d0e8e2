/// What somebody chose: applications, categories and sites.
public struct FamilyActivitySelection: Hashable, Sendable {
  /// The chosen applications.
  public var applicationTokens: Set<ApplicationToken>
  /// The chosen categories; every application in one of them is meant.
  public var categoryTokens: Set<ActivityCategoryToken>
  /// The chosen sites.
  public var webDomainTokens: Set<WebDomainToken>

  /// Makes a selection, empty unless told otherwise.
  public init(
    applicationTokens: Set<ApplicationToken> = [],
    categoryTokens: Set<ActivityCategoryToken> = [],
    webDomainTokens: Set<WebDomainToken> = []
  ) {
    self.applicationTokens = applicationTokens
    self.categoryTokens = categoryTokens
    self.webDomainTokens = webDomainTokens
  }

  /// Whether nothing at all is chosen.
  public var isEmpty: Bool {
    applicationTokens.isEmpty && categoryTokens.isEmpty && webDomainTokens.isEmpty
  }
}

/// A selection is written with sorted tokens, so that equal selections are equal bytes.
extension FamilyActivitySelection: Codable {
  private enum CodingKeys: String, CodingKey {
    case applications
    case categories
    case webDomains
  }

  /// Reads the value from a document, and refuses what is not one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      applicationTokens: Set(
        try container.decodeIfPresent([ApplicationToken].self, forKey: .applications) ?? []),
      categoryTokens: Set(
        try container.decodeIfPresent([ActivityCategoryToken].self, forKey: .categories) ?? []),
      webDomainTokens: Set(
        try container.decodeIfPresent([WebDomainToken].self, forKey: .webDomains) ?? []))
  }

  /// Writes the value to a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(applicationTokens.sorted(), forKey: .applications)
    try container.encode(categoryTokens.sorted(), forKey: .categories)
    try container.encode(webDomainTokens.sorted(), forKey: .webDomains)
  }
}
