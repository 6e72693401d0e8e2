import Enforcement
import ScreenTimeModel

/// What the catalog says of each application, kept until the catalog changes: shields and meters ask
/// far more often than applications are installed.
final class AppIndex {
  let catalog: any ApplicationCatalog
  private var identities: [ApplicationToken: AppIdentity] = [:]
  private var all: [InstalledApp]?
  private var owners: [ApplicationToken: Set<ApplicationToken>]?

  init(_ catalog: any ApplicationCatalog) {
    self.catalog = catalog
  }

  /// Forgets what may be out of date; answers whether anything was.
  func refresh() -> Bool {
    guard catalog.isStale else { return false }
    forget()
    return true
  }

  /// Forgets everything: a file that a path leads to may have come or gone unnoticed.
  func forget() {
    identities = [:]
    all = nil
    owners = nil
  }

  /// The applications that somebody can choose.
  var apps: [InstalledApp] {
    if let all { return all }
    let apps = catalog.apps()
    all = apps
    return apps
  }

  /// An application with all its names; one that isn't installed has only the one it is asked by.
  func identity(of token: ApplicationToken) -> AppIdentity {
    if let known = identities[token] { return known }
    let app = catalog.app(for: token)
    let files = Set((app?.target.executables ?? []) + (app?.target.scripts ?? []))
    let own = Set(files.compactMap(Self.token)).union([token])
    let identity = AppIdentity(
      names: own.union(ids(ofFile: token)), exceptionNames: own,
      categories: app?.categories ?? [])
    identities[token] = identity
    return identity
  }

  private func ids(ofFile token: ApplicationToken) -> Set<ApplicationToken> {
    guard token.executablePath != nil else { return [] }
    if let owners { return owners[token] ?? [] }
    var owners: [ApplicationToken: Set<ApplicationToken>] = [:]
    for app in apps {
      for file in app.target.executables + app.target.scripts {
        guard let name = Self.token(file) else { continue }
        owners[name, default: []].insert(app.token)
      }
    }
    self.owners = owners
    return owners[token] ?? []
  }

  /// The token of a file; a file that no token can name is named by none.
  private static func token(_ path: String) -> ApplicationToken? {
    try? ApplicationToken(parsing: path)
  }
}
