public import ScreenTimeModel

/// A web site, named by its domain.
public struct WebDomain: Hashable, Sendable {
  /// How the service names it; `nil` for a text that is no domain.
  public let token: WebDomainToken?
  /// The domain, such as `example.com`.
  public let domain: String?

  /// Makes a site from its token.
  public init(token: WebDomainToken) {
    self.token = token
    self.domain = token.rawValue
  }

  /// Makes a site from its domain.
  ///
  /// Other texts are kept, but name no site.
  public init(domain: String) {
    // What is wrong with the text is told when the site is used for a restriction.
    self.token = try? WebDomainToken(parsing: domain)
    self.domain = domain
  }
}
