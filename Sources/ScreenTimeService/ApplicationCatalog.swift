package import Enforcement
import Glibc
package import ScreenTimeModel

/// Which applications there are: the machine's, or those of a simulation.
package protocol ApplicationCatalog: AnyObject {
  /// The applications that somebody can choose, by name.
  func apps() -> [InstalledApp]
  /// The application of a token; `nil` when there is none.
  func app(for token: ApplicationToken) -> InstalledApp?
  /// Whether what was answered before may be out of date.
  var isStale: Bool { get }
  /// Whether an application's program is there, for somebody who chooses it.
  ///
  /// A path is an application also before its file comes: what was chosen stays chosen.
  func isInstalled(_ app: InstalledApp) -> Bool
  /// Why the programs of an application are never blocked; `nil` when they may be.
  func objection(toBlocking app: InstalledApp) -> String?
}

extension AppCatalog: ApplicationCatalog {
  package func isInstalled(_ app: InstalledApp) -> Bool {
    guard let path = app.token.executablePath else { return true }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    // Whoever may execute it: those who are supervised are others than the service.
    return status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o111 != 0
  }

  package func objection(toBlocking app: InstalledApp) -> String? {
    let neverBlock = NeverBlock()
    // A program that only runs others is no target, but somebody who names it is told why.
    let programs = app.target.executables + (app.token.executablePath.map { [$0] } ?? [])
    let reasons = programs.map { neverBlock.reason(path: $0) }
    let hasOther =
      !app.target.scripts.isEmpty || !app.target.argumentPatterns.isEmpty
      || !app.target.flatpaks.isEmpty || !app.target.snaps.isEmpty
    guard !reasons.isEmpty, !hasOther, !reasons.contains(nil) else { return nil }
    return reasons.compactMap { $0 }.first
  }
}

/// The applications of a simulation: all that are named are installed.
package final class StatedCatalog: ApplicationCatalog {
  private let stated: [ApplicationToken: InstalledApp]

  /// Makes a catalog of applications and the categories that each is in.
  package init(_ apps: [ApplicationToken: Set<ActivityCategoryToken>]) {
    stated = apps.reduce(into: [:]) { stated, entry in
      stated[entry.key] = InstalledApp(
        token: entry.key, name: entry.key.rawValue, categories: entry.value, isShown: true,
        target: AppTarget(token: entry.key, name: entry.key.rawValue))
    }
  }

  package func apps() -> [InstalledApp] { stated.values.sorted { $0.token < $1.token } }

  package func app(for token: ApplicationToken) -> InstalledApp? { stated[token] }

  package var isStale: Bool { false }

  package func isInstalled(_ app: InstalledApp) -> Bool { true }

  package func objection(toBlocking app: InstalledApp) -> String? { nil }
}
