import ScreenTimeModel

/// What a store says about applications as such.
///
/// `nil` in any field says nothing about it.
public struct ApplicationSettings {
  private let store: ManagedSettingsStore

  init(store: ManagedSettingsStore) {
    self.store = store
  }

  /// The applications that may not be used at all.
  ///
  /// One that carries no token cannot be named to the service: the whole assignment fails then, and
  /// the failure is kept as ``ManagedSettingsStore/confirm()`` describes.
  public var blockedApplications: Set<Application>? {
    get {
      store.read(\.blockedApplications).map { tokens in Set(tokens.map(Application.init(token:))) }
    }
    nonmutating set {
      guard let newValue else { return store.write(\.blockedApplications, nil) }
      guard let tokens = store.tokens(of: newValue, \.token, as: "application") else { return }
      store.write(\.blockedApplications, tokens)
    }
  }

  /// Whether applications may not be removed from this machine.
  public var denyAppRemoval: Bool? {
    get { store.read(\.denyAppRemoval) }
    nonmutating set { store.write(\.denyAppRemoval, newValue) }
  }
}
