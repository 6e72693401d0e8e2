import ScreenTimeModel

/// What a store says about the content of the web.
///
/// `nil` says nothing about it.
public struct WebContentSettings {
  /// How a store filters the web.
  public enum FilterPolicy: Hashable, Sendable {
    /// No filter.
    case none
    /// The sites of the adult lists, and the domains named, but not the exceptions.
    case auto(Set<WebDomain> = [], except: Set<WebDomain> = [])
    /// The domains named.
    case specific(Set<WebDomain>)
  }

  private let store: ManagedSettingsStore

  init(store: ManagedSettingsStore) {
    self.store = store
  }

  /// The filter of web content.
  ///
  /// A domain that carries no token cannot be named to the service: the whole assignment fails then,
  /// and the failure is kept as ``ManagedSettingsStore/confirm()`` describes.
  public var blockedByFilter: FilterPolicy? {
    get { store.read(\.webContentFilter).map(FilterPolicy.init) }
    nonmutating set {
      guard let newValue else { return store.write(\.webContentFilter, nil) }
      guard let policy = model(of: newValue) else { return }
      store.write(\.webContentFilter, policy)
    }
  }

  private func model(of policy: FilterPolicy) -> WebContentFilterPolicy? {
    switch policy {
    case .none: return WebContentFilterPolicy.none
    case .auto(let domains, let except):
      guard let domains = tokens(of: domains), let except = tokens(of: except) else { return nil }
      return .auto(domains, except: except)
    case .specific(let domains):
      return tokens(of: domains).map { .specific($0) }
    }
  }

  private func tokens(of domains: Set<WebDomain>) -> Set<WebDomainToken>? {
    store.tokens(of: domains, \.token, as: "site")
  }
}

extension WebContentSettings.FilterPolicy {
  fileprivate init(_ policy: WebContentFilterPolicy) {
    self =
      switch policy {
      case .none: .none
      case .auto(let domains, let except):
        .auto(Self.domains(domains), except: Self.domains(except))
      case .specific(let domains): .specific(Self.domains(domains))
      }
  }

  private static func domains(_ tokens: Set<WebDomainToken>) -> Set<WebDomain> {
    Set(tokens.map(WebDomain.init(token:)))
  }
}
